import type { CorrectionResult, TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/input/button.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { isEnded } from '../../state/follow-up.ts';
import { applyEvent } from '../../state/live.ts';
import { sayFailure } from '../../state/notices.ts';
import { useOffer } from '../../state/offered.ts';
import { openOutbox } from '../../state/panels.ts';
import { goTo, usePlace } from '../../state/place.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { standText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/**
 * The correction button in the head of a Task. The button is hidden while the alarm about the patient shows a correction button. For a Task
 * that ended without approval and has no correction, the button is the primary button.
 */
export function CorrectButton({ task }: { readonly task: TaskDetail }) {
  const { verdicts, corrections, patient_conflicts: conflicts, cleared, corrected } = task;
  if (conflicts.length > 0 && corrections.by.length === 0) return null;
  const isApproved = verdicts.length > 0 && verdicts.every(({ approved }) => approved);
  const isMain = isEnded(task.status) && cleared === null && !isApproved && !corrected;
  return <Correct task={task} kind={isMain ? 'primary' : 'plain'} />;
}

interface CorrectProps {
  readonly task: Pick<TaskDetail, 'uuid' | 'may_correct'>;
  readonly kind: 'plain' | 'primary';
}

/** A button that opens a drop with the documents of the Task, so that a person can correct the Task and send it again. */
export function Correct({ task, kind }: CorrectProps) {
  const correct = useAction('drops.correct');
  const go = async () => {
    const result = await correct.run({ task: task.uuid });
    if (!result.ok) return sayFailure(result.error);
    applyEvent({ kind: 'drop', drop: result.value });
    goTo({ screen: 'drop', drop: result.value.id }, usePlace.getState().place);
  };
  const offered = useOffer('correct.button', () => void go());
  if (!task.may_correct) return null;
  return (
    <Button ref={offered} size="small" kind={kind} isDisabled={correct.busy} onPress={() => void go()}>
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

type By = TaskDetail['corrections']['by'][number];

interface LinkedProps {
  readonly label: string;
  readonly task: string | null;
  readonly name: string | null;
  readonly what: string;
  readonly state?: By['state'];
  readonly result?: CorrectionResult | null;
}

function Linked({ label, task, name, what, state, result = null }: LinkedProps) {
  return (
    <div className="spread task-banner">
      <div className="min-0">
        <p className="task-banner-lead">
          {task === null ? (
            t('correct.sentNow')
          ) : (
            <>
              {label} <bdi className="break">{name?.trim() || t('tasks.unnamed')}</bdi>
            </>
          )}
          {result !== null && ` · ${resultText(result)}`}
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

/** Returns what came of a correction. Before the verdicts, returns the status of the new Task. */
function resultText(result: CorrectionResult): string {
  const { approved } = result;
  if (approved === null) return standText(result);
  return t(approved ? 'verdict.approved' : 'verdict.not-approved');
}
