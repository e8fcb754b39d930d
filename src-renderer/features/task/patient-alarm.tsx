import type { ReactNode } from 'react';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/input/button.tsx';
import { isEnded } from '../../state/follow-up.ts';
import { t } from '../../strings/translate.ts';
import { useDocuments } from '../documents/documents-provider.tsx';
import { Correct } from './corrections.tsx';
import { FollowUp } from './task-head.tsx';
import './patient-alarm.css';

/**
 * Warns that the documents of a Task disagree about the patient. Shows the different values with their documents, and what a person can do.
 * A corrected Task shows no alarm, but what is left to do. The link to the correction is directly above (`CorrectionLinks`).
 */
export function PatientAlarm({ task }: { readonly task: TaskDetail }) {
  const { patient_conflicts: conflicts } = task;
  if (conflicts.length === 0) return null;
  const found = (
    <dl className="stack gap-3">
      {conflicts.map((conflict) => (
        <Conflict key={conflict.property} conflict={conflict} />
      ))}
    </dl>
  );
  if (task.corrected) return <Rest task={task}>{found}</Rest>;
  return (
    <section className="stack gap-3 patient-alarm" role="alert" aria-labelledby="patient-alarm-title">
      <h2 id="patient-alarm-title" className="row gap-2 middle">
        <Icon name="warning" />
        {t('patient.title')}
      </h2>
      <p>{t('patient.lead')}</p>
      {found}
      <h3>{t('patient.do')}</h3>
      <Steps task={task} />
    </section>
  );
}

/** Says what is left to do for a corrected Task. `children` are the values that differ. */
function Rest({ task, children }: { readonly task: TaskDetail; readonly children: ReactNode }) {
  const isDone = task.cleared !== null;
  const last = isEnded(task.status) ? 'done' : task.status === 'waiting' ? 'giveUp' : 'later';
  return (
    <section className="stack gap-3 card patient-rest" aria-labelledby="patient-rest-title">
      <h2 id="patient-rest-title">{t('patient.corrected.title')}</h2>
      <p>{t(isDone ? 'patient.corrected.over' : 'patient.corrected')}</p>
      {!isDone && (
        <>
          <ol className="stack gap-1 patient-alarm-steps">
            <li>{t('patient.tell')}</li>
            <li>{t(`patient.corrected.${last}`)}</li>
          </ol>
          {last === 'done' && (
            <div className="wrap">
              <FollowUp task={task} />
            </div>
          )}
        </>
      )}
      <Disclosure title={t('patient.corrected.found')}>{children}</Disclosure>
    </section>
  );
}

function Steps({ task }: { readonly task: TaskDetail }) {
  const isNamed = task.patient_conflicts.some(({ versions }) => versions.length > 0);
  return (
    <>
      <ol className="stack gap-1 patient-alarm-steps">
        <li>{t(isNamed ? 'patient.look' : 'patient.lookBelow', { section: t('task.documents') })}</li>
        <li>{t('patient.same')}</li>
        <li>{t('patient.other')}</li>
        {task.status === 'waiting' && <li>{t('patient.waiting')}</li>}
        <li>{t('patient.tell')}</li>
      </ol>
      <div className="wrap">
        <Correct task={task} kind="primary" />
      </div>
    </>
  );
}

function Conflict({ conflict }: { readonly conflict: TaskDetail['patient_conflicts'][number] }) {
  const { nameOf, open } = useDocuments();
  const { property, versions, said } = conflict;
  return (
    <div className="stack gap-1">
      <dt className="strong">{t(`patient.property.${property}`)}</dt>
      {versions.map(({ value, items }) => (
        <dd key={value} className="wrap gap-2 middle">
          <bdi className="break patient-alarm-value">{value}</bdi>
          <span className="quiet">{t('patient.in')}</span>
          {items.map((item) => (
            <Button
              key={item}
              size="small"
              aria-label={t('document.openNamed', { name: nameOf(item) })}
              onPress={() => open(item, null)}
            >
              <bdi className="break">{nameOf(item)}</bdi>
            </Button>
          ))}
        </dd>
      ))}
      {versions.length === 0 && said !== null && <dd>{t('task.serviceSays', { message: said })}</dd>}
    </div>
  );
}
