import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/input/button.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { applyEvent } from '../../state/live.ts';
import { sayFailure } from '../../state/notices.ts';
import { openOutbox } from '../../state/panels.ts';
import { goTo } from '../../state/place.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** The correction button in the head of a Task. The button is hidden while the alarm about the patient shows a correction button. */
export function CorrectButton({ task }: { readonly task: TaskDetail }) {
  const inAlarm = task.patient_conflicts.length > 0 && task.corrections.by.length === 0;
  return inAlarm ? null : <Correct task={task} kind="plain" />;
}

interface CorrectProps {
  readonly task: Pick<TaskDetail, 'uuid' | 'may_correct'>;
  readonly kind: 'plain' | 'primary';
}

/** A button that opens a drop with the documents of the Task, so that a person can correct the Task and send it again. */
export function Correct({ task, kind }: CorrectProps) {
  const correct = useAction('drops.correct');
  if (!task.may_correct) return null;
  const go = async () => {
    const result = await correct.run({ task: task.uuid });
    if (!result.ok) return sayFailure(result.error);
    applyEvent({ kind: 'drop', drop: result.value });
    goTo({ screen: 'drop', drop: result.value.id });
  };
  return (
    <Button size="small" kind={kind} isDisabled={correct.busy} onPress={() => void go()}>
      {t('correct.button')}
    </Button>
  );
}

/** Links to the Task that this Task corrects, and to the Tasks that correct this Task. */
export function CorrectionLinks({ task }: { readonly task: TaskDetail }) {
  const { of, by } = task.corrections;
  return (
    <>
      {of !== null && <Linked label={t('correct.of')} {...of} />}
      {keyed(by.map((one) => ({ ...one, id: one.task ?? one.state }))).map(({ key, item }) => (
        <Linked key={key} label={t('correct.by')} {...item} />
      ))}
    </>
  );
}

interface LinkedProps {
  readonly label: string;
  readonly task: string | null;
  readonly name: string | null;
  readonly what: string;
  readonly state?: TaskDetail['corrections']['by'][number]['state'];
}

function Linked({ label, task, name, what, state }: LinkedProps) {
  return (
    <div className="spread task-banner">
      <div className="min-0">
        <p className="task-banner-lead">
          {label} <bdi className="break">{task === null ? '' : name?.trim() || t('tasks.unnamed')}</bdi>
        </p>
        {task === null && state !== undefined && <p>{t('correct.notYet', { state: t(`state.${state}`) })}</p>}
        {what !== '' && <p className="break">{t('correct.said', { what })}</p>}
      </div>
      {task === null ? (
        <Button onPress={() => openOutbox()}>{t('palette.outbox')}</Button>
      ) : (
        <Button onPress={() => goTo({ screen: 'task', task })}>{t('common.openTask')}</Button>
      )}
    </div>
  );
}
