import { type ReactNode, useState } from 'react';
import { LONGEST_REFERENCE } from '../../../src-main/contract/characters.ts';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { AskService } from '../../components/ask-service.tsx';
import { Outcome } from '../../components/chip.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { JsonView, ScrollText } from '../../components/json-view.tsx';
import { Marking } from '../../components/marked.tsx';
import { Loading } from '../../components/progress.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { Section } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { useAskedTask } from '../../state/asked-task.ts';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { useSearched } from '../../state/searched.ts';
import { nameText } from '../../strings/issue-text.ts';
import { problemText } from '../../strings/problem-text.ts';
import { fullTimeText, timeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { DocumentsProvider } from '../documents/documents-provider.tsx';
import { HandlingBar } from '../handling/handling-bar.tsx';
import { StaffNotes } from '../handling/staff-notes.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { CorrectionLinks } from './corrections.tsx';
import { Decision } from './decision.tsx';
import { FoundSection } from './found-section.tsx';
import { HistorySection } from './history-section.tsx';
import { ItemsSection } from './items-section.tsx';
import { PatientAlarm } from './patient-alarm.tsx';
import { RecordsSection } from './records-section.tsx';
import { TaskHead, TaskTitle } from './task-head.tsx';
import { TwinNote } from './twin-note.tsx';
import './task.css';

interface TaskViewProps {
  readonly task: TaskDetail;
  /** The text of the search by which the person found the Task; empty if the person used no search. */
  readonly search?: string;
  readonly level?: 1 | 2;
  readonly children?: ReactNode;
}

/** Shows a Task. `children`, for example the answer form, are below the heading. */
export function TaskView({ task, search = '', level = 2, children }: TaskViewProps) {
  return (
    <DocumentsProvider task={task} search={search}>
      <Marking search={search}>
        <div className="task">
          <TaskHead task={task} level={level} />
          <HandlingBar task={task} />
          <DeniedNote task={task} />
          <DetailsNote task={task} />
          <CorrectionLinks task={task} />
          <TwinNote task={task} />
          <PatientAlarm task={task} />
          {children}
          {search !== '' && <FoundSection task={task} search={search} />}
          <Decision task={task} />
          <StaffNotes task={task} />
          <Section title={t('task.records')}>
            <RecordsSection task={task} />
          </Section>
          <Section title={t('task.documents')}>
            <ItemsSection task={task} />
          </Section>
          {task.journey !== null && <JourneySection journey={task.journey} uuid={task.uuid} />}
          <Section title={t('task.history')}>
            <HistorySection task={task} />
          </Section>
          <div className="stack gap-3 task-rest">
            <TaskFacts task={task} />
            <Interceptions task={task} />
            <Disclosure title={t('task.raw')}>
              <RawPayload uuid={task.uuid} />
            </Disclosure>
          </div>
        </div>
      </Marking>
    </DocumentsProvider>
  );
}

function Interceptions({ task: { interceptions } }: { readonly task: TaskDetail }) {
  return (
    interceptions !== null && (
      <Disclosure title={t('task.interceptions')}>
        <JsonView value={interceptions} />
      </Disclosure>
    )
  );
}

/** Shows a Task that only the service knows. A person can read the Task and its documents, and change nothing. */
function ForeignTask({ task }: { readonly task: TaskDetail }) {
  return (
    <DocumentsProvider task={task} search="">
      <div className="task">
        <header className="wrap task-head">
          <TaskTitle task={task} level={1} />
          <AskService reference={task.uuid} size="small">
            {t('common.refresh')}
          </AskService>
        </header>
        <div className="spread task-banner" role="status">
          <div>
            <p className="task-banner-lead">{t('task.foreign')}</p>
            <p>{t('task.foreign.means')}</p>
          </div>
        </div>
        <PatientAlarm task={task} />
        <Decision task={task} />
        <Section title={t('task.records')}>
          <RecordsSection task={task} />
        </Section>
        <Section title={t('task.documents')}>
          <ItemsSection task={task} />
        </Section>
        <div className="stack gap-3 task-rest">
          <TaskFacts task={task} readOnly />
          <Interceptions task={task} />
        </div>
      </div>
    </DocumentsProvider>
  );
}

function DeniedNote({ task }: { readonly task: TaskDetail }) {
  const { denied_since: denied, gone_since: gone } = task;
  if (denied === null) return null;
  const text = problemText({ code: gone === null ? 'tracking.denied' : 'tracking.gone', detail: null });
  return (
    <div className="spread task-banner" role="status">
      <div>
        <p className="task-banner-lead">
          {t(gone === null ? 'task.denied.since' : 'task.gone.since')} <Time iso={gone ?? denied} />
        </p>
        <p>{text.message}</p>
        <p>{t('common.whatToDo', { next: text.next })}</p>
      </div>
    </div>
  );
}

/** Says that the details are from before the last change of the Task. */
function DetailsNote({ task: { details, details_as_of: at } }: { readonly task: TaskDetail }) {
  if (details !== 'as_of' || at === null) return null;
  return (
    <p className="task-note" role="status">
      {t('task.details.as_of')} <Time iso={at} />
    </p>
  );
}

interface TaskFactsProps {
  readonly task: TaskDetail;
  readonly readOnly?: boolean;
}

function TaskFacts({ task, readOnly = false }: TaskFactsProps) {
  const host = useHost();
  const [editing, setEditing] = useState(false);
  return (
    <dl className="task-facts">
      <Fact name={t('drop.taskType')}>{task.task_type}</Fact>
      <Fact name={t('task.from')}>{originText(task)}</Fact>
      <Fact name={t('task.created')}>
        <Time iso={task.created} />
      </Fact>
      {task.as_of !== null && task.denied_since === null && (
        <Fact name={t('task.lastChecked')}>
          <Time iso={task.as_of} />
        </Fact>
      )}
      {task.category !== null && <Fact name={t('task.category')}>{nameText(task.category)}</Fact>}
      {task.cleared !== null && (
        <Fact name={t('task.followUpDone')}>
          <Time iso={task.cleared} />
        </Fact>
      )}
      {task.sent_files.length > 0 && (
        <Fact name={t('task.filesSent')}>
          {keyed(task.sent_files).map(({ key, item: { name, answered_at: at } }) => (
            <span key={key} className="task-file">
              <bdi>{name}</bdi>
              {at !== null && (
                <span className="task-note" title={fullTimeText(at)}>
                  {` ${t('task.fileOfAnswer', { time: timeText(at) })}`}
                </span>
              )}
            </span>
          ))}
        </Fact>
      )}
      <Fact name={t('task.externalId')}>
        <span className="wrap gap-2 middle">
          <code>{task.external_id ?? t('task.noReference')}</code>
          {!readOnly && (
            <Button kind="quiet" size="small" onPress={() => setEditing(true)}>
              {t('task.changeReference')}
            </Button>
          )}
        </span>
      </Fact>
      <Fact name={t('task.id')}>
        <code>{task.uuid}</code>
      </Fact>
      {editing && (
        <ChangeDialog
          title={t('task.referenceTitle')}
          label={t('task.externalId')}
          hint={t('drop.reference.hint')}
          first={task.external_id ?? ''}
          most={LONGEST_REFERENCE}
          fault={t('task.referenceFault')}
          saved={t('task.referenceSaved')}
          late={t('undo.over.task', { count: 1, button: t('task.changeReference') })}
          save={(external_id) => host.call('tasks.set-external-id', { task: task.uuid, external_id })}
          onClose={() => setEditing(false)}
        />
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-0 task-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function originText({ folder, of_station: own }: Pick<TaskDetail, 'folder' | 'of_station'>): string {
  if (folder !== null) return t('task.fromFolder', { folder });
  return t(own ? 'common.drop' : 'task.otherStation');
}

function RawPayload({ uuid }: { readonly uuid: string }) {
  const host = useHost();
  const { data, failure } = useVerb('tasks.raw', { task: uuid });
  if (data === null) return failure === null ? <Loading /> : <FailureBox failure={failure} />;
  const copy = async () => {
    const copied = await host.copyText(data.json);
    if (copied.ok) say(t('common.copied'));
    else sayFailure(copied.error);
  };
  return (
    <>
      <div className="wrap record-line">
        <span className="task-note">
          {t('task.rawAsOf', { time: fullTimeText(data.taken_at), status: data.status })}
        </span>
        <Button size="small" onPress={copy}>
          {t('common.copy')}
        </Button>
      </div>
      <ScrollText label={t('task.raw')} text={data.json} />
    </>
  );
}

function JourneySection({ journey, uuid }: { readonly journey: string; readonly uuid: string }) {
  const asked = useVerb('tasks.journeys', { key: journey });
  const found = asked.data?.rows[0];
  if (found === undefined) return null;
  const tasks = found.tasks.toSorted((a, b) => a.created.localeCompare(b.created));
  return (
    <Section title={t('task.journey')}>
      <p className="task-note">{t('task.journeyLead', { key: journey })}</p>
      {found.count > tasks.length && (
        <p className="task-note numbers">
          {t('tasks.journeys.newestTasks', { shown: tasks.length, count: found.count })}
        </p>
      )}
      <ol className="stack gap-2">
        {tasks.map((task) => (
          <li key={task.uuid} className="wrap record-line">
            <span className="quiet history-time">
              <Time iso={task.created} />
            </span>
            {task.uuid === uuid ? (
              <strong>{t('task.journeyHere')}</strong>
            ) : (
              <Button kind="quiet" size="small" onPress={() => goTo({ screen: 'task', task: task.uuid })}>
                <bdi className="break left record-link">{task.name || t('tasks.unnamed')}</bdi>
              </Button>
            )}
            <span className="task-note">{task.task_type}</span>
            <Outcome task={task} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function TaskScreen({ task }: { readonly task: string }) {
  const { data, failure } = useVerb('tasks.get', { task });
  const search = useSearched((searched) => (searched.task === task ? searched.search : ''));
  const asked = useAskedTask(({ task: held }) => (held?.uuid === task ? held : null));
  const isUnknown = failure?.code === 'task.unknown';
  const foreign = isUnknown ? asked : null;
  return (
    <div className="stack gap-5 screen">
      <div className="task-back">
        <Button kind="quiet" size="small" onPress={back}>
          {t('common.back')}
        </Button>
      </div>
      {data === null && foreign === null && <h1 className="visually-hidden">{t('task.screen')}</h1>}
      {failure !== null && foreign === null && (
        <FailureBox failure={failure}>
          {isUnknown && <AskService reference={task}>{t('tasks.ask')}</AskService>}
        </FailureBox>
      )}
      {foreign !== null && <ForeignTask task={foreign} />}
      {data === null && failure === null && <Loading label={t('task.loading')} />}
      {data !== null && (
        <TaskView task={data} search={search} level={1}>
          <WaitingNote task={data} />
        </TaskView>
      )}
    </div>
  );
}

function back(): void {
  if (window.history.length > 1) window.history.back();
  else goTo({ screen: 'tasks' });
}

function WaitingNote({ task }: { readonly task: TaskDetail }) {
  const { frozen_to } = task;
  if (frozen_to !== null) {
    return (
      <div className="spread task-banner">
        <p>{t('task.frozen')}</p>
        <Button onPress={() => goTo({ screen: 'task', task: frozen_to })}>{t('task.openSuccessor')}</Button>
      </div>
    );
  }
  if (task.status !== 'waiting' || task.gone_since !== null || task.handling.put_away !== null) return null;
  return (
    <div className="spread task-banner">
      <p>{t('task.waitsFor')}</p>
      <Button kind="primary" onPress={() => goTo({ screen: 'waiting', task: task.uuid })}>
        {t('task.answerLink')}
      </Button>
    </div>
  );
}
