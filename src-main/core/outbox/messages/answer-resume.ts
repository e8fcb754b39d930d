import type { Problem } from '../../../contract/problem.ts';
import { compareInstants } from '../../ledger/db/date-time.ts';
import type { MessageProgress } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import type { OutboxContext } from '../context.ts';
import { findDataItem } from './answer-plan.ts';
import type { AnswerRun } from './answer-run.ts';
import { waitOut } from './answer-wait.ts';
import { recordAnswered, rejectMessage } from './message-outcome.ts';

const NOT_RESUMED: Problem = { code: 'answer.not-resumed', detail: null };

/**
 * Whether a Task that was told to resume did. One that waits again has entered that status anew
 * (docs/service.md 2.1).
 */
export function hasGoneOn(seen: Pick<TaskDetails, 'latest_status_change'>, details: TaskDetails): boolean {
  return (
    details.status !== 'waiting' ||
    compareInstants(details.latest_status_change, seen.latest_status_change) !== 0
  );
}

/** Whether a Task whose update was answered with 200 before it went on, went on since. Data may be written in the service's own way. */
export function wentOnSince({ notResumed, stood }: MessageProgress, task: TaskDetails): boolean {
  return notResumed === true && stood !== undefined && hasGoneOn(stood, task);
}

/**
 * The update was answered with 200, and the Task waits as before. What update answers about a frozen Task is not shown (section
 * 7), so it may be frozen; or the answer was written before the Task went on. So it is looked at, and told to resume, for as
 * long as the quarantine lasts; then a person decides. Data that is not seen in it is not sent again before that.
 */
export function awaitResume(
  context: OutboxContext,
  run: AnswerRun,
  { seen, details, askedAt }: { seen: TaskDetails; details: TaskDetails; askedAt: number },
): void {
  const { quarantine, messages, ledger } = context;
  const id = run.row.id;
  const told = run.progress.notResumed === true;
  const item = run.data === null ? undefined : findDataItem(details, run.progress, run.data);
  const known: MessageProgress = {
    ...run.progress,
    notResumed: true,
    stood: { status: seen.status, latest_status_change: seen.latest_status_change },
    ...(item !== undefined && { dataItemUuid: item.uuid }),
  };
  const isThere = run.data === null || known.dataItemUuid !== undefined;
  run.progress = isThere ? known : { ...known, outcomeUnknown: true };
  ledger.transaction(() => {
    messages.saveProgress(id, run.progress);
    recordAnswered(context, run.progress, details);
  });
  if (!isThere && !told) quarantine.begin(id);
  if (isThere ? quarantine.miss(id, askedAt).over : told) {
    // That it goes on long after may be another's doing.
    const { stood: _, ...kept } = run.progress;
    rejectMessage(context, run.row, kept, NOT_RESUMED);
  } else {
    waitOut(context, run, run.progress, NOT_RESUMED);
  }
}
