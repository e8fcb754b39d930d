import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/input/button.tsx';
import { t } from '../../strings/translate.ts';
import { useDocuments } from '../documents/documents-provider.tsx';
import { Correct } from './corrections.tsx';
import './patient-alarm.css';

/**
 * Warns that the documents of a Task disagree about the patient. Shows the different values with their documents, and what a person can do.
 */
export function PatientAlarm({ task }: { readonly task: TaskDetail }) {
  const { patient_conflicts: conflicts, corrections } = task;
  if (conflicts.length === 0) return null;
  const isCorrected = corrections.by.some(({ state }) => state !== 'rejected');
  return (
    <section className="stack gap-3 patient-alarm" role="alert" aria-labelledby="patient-alarm-title">
      <h2 id="patient-alarm-title" className="row gap-2 middle">
        <Icon name="warning" />
        {t('patient.title')}
      </h2>
      <p>{t('patient.lead')}</p>
      <dl className="stack gap-3">
        {conflicts.map((conflict) => (
          <Conflict key={conflict.property} conflict={conflict} />
        ))}
      </dl>
      <h3>{t('patient.do')}</h3>
      {isCorrected ? <p>{t('patient.corrected')}</p> : <Steps task={task} />}
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
