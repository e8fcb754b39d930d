import type { Problem } from '../../../contract/problem.ts';
import type { MessageProgress } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { ServiceError } from '../../service/service-failure.ts';
import type { OutboxContext } from '../context.ts';
import { decideLookUp } from '../policy.ts';
import type { AnswerRun } from './answer-run.ts';
import { postpone } from './answer-wait.ts';
import { rejectMessage, settleMessage } from './message-outcome.ts';

const MAX_HOPS = 5;
const WAIT_AT_MOST_MS = 24 * 3_600_000;

/** The Task that the answer goes to: the last one a frozen Task led to, or its own. */
function targetOf(run: AnswerRun): string {
  return run.progress.redirectedTo?.at(-1) ?? run.row.task_uuid;
}

/** How the Task stands now; null where that could not be had, and the answer was put off. */
export async function look(context: OutboxContext, run: AnswerRun): Promise<TaskDetails | null> {
  try {
    return await context.client.getTask({ uuid: targetOf(run) }, { signal: run.job.signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const decision = decideLookUp(error.failure);
    if (decision.do === 'redirect' || decision.do === 'look-at-task') throw error;
    await settleMessage(context, run.row, run.progress, decision, run.job.epoch);
    return null;
  }
}

/**
 * A frozen Task names the one that took its place (docs/service.md 7): nothing was taken, so all of the answer goes
 * there.
 */
export function followRedirect(context: OutboxContext, run: AnswerRun, taskUuid: string): 'done' | 'go-on' {
  const hops = run.progress.redirectedTo ?? [];
  if (hops.length >= MAX_HOPS || taskUuid === run.row.task_uuid || hops.includes(taskUuid)) {
    const detail = `The service redirects the answer from Task to Task without end (last: ${taskUuid}), so the answer was not accepted.`;
    rejectMessage(context, run.row, run.progress, { code: 'answer.frozen', detail });
    return 'done';
  }
  // What is known of the frozen Task is not known of the new one.
  const progress: MessageProgress = { redirectedTo: [...hops, taskUuid] };
  run.progress = progress;
  context.messages.saveProgress(run.row.id, progress);
  return 'go-on';
}

/** Why a finished Task does not take the answer, and what of it arrived all the same. */
export function refusalOf({ progress }: AnswerRun, task: TaskDetails): Problem {
  const taken = partTaken(progress);
  if (taken !== null)
    return { code: 'answer.part-taken', detail: `Task ${task.uuid} (${task.status}): ${taken}.` };
  if (progress.redirectedTo === undefined) return { code: 'answer.not-waiting', detail: task.status };
  const detail = `The newer Task is ${task.uuid}, which is not waiting for documents (${task.status}), so the answer was not accepted.`;
  return { code: 'answer.frozen', detail };
}

function partTaken(progress: MessageProgress): string | null {
  if (progress.filesSent === true) return 'the service accepted the documents but not the data';
  return progress.dataItemUuid === undefined ? null : 'the service accepted the data but not the documents';
}

/** Whether a Task that does not wait was looked at for a day: longer is not waited for it, nor for what tells of the answer. */
export function busyForADay(context: OutboxContext, run: AnswerRun): boolean {
  const now = context.clock.now();
  // Not in the future, where a clock that was ahead would put it: the day would never be over.
  const since = Math.min(run.progress.notWaitingSince ?? now, now);
  run.progress = { ...run.progress, notWaitingSince: since };
  return now - since >= WAIT_AT_MOST_MS;
}

/** The Task is busy. It may wait again, so the answer is kept and tried later, for a day at most. */
export function waitForTask(context: OutboxContext, run: AnswerRun, task: TaskDetails): void {
  const problem = refusalOf(run, task);
  if (busyForADay(context, run)) {
    rejectMessage(context, run.row, run.progress, problem);
    return;
  }
  postpone(context, run, problem);
}
