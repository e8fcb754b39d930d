import type { Problem } from '../../../contract/problem.ts';
import type { MessageProgress } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { backoffMs } from '../backoff.ts';
import { lookAt, type MessageRun, postponeMessage, rejectMessage } from './message-outcome.ts';

const MAX_HOPS = 5;
const WAIT_AT_MOST_MS = 24 * 3_600_000;

/** The delivery of an answer to its Task. */
export interface AnswerRun extends MessageRun {
  readonly data: Readonly<Record<string, unknown>> | null;
  sending: boolean;
  /** A fact that the person should know although the service took the answer. */
  note: Problem | null;
}

/** The Task that the answer goes to, as `lookAt`: the last Task that a frozen Task led to, or the Task of the message. */
export function lookAtTarget(run: AnswerRun): Promise<TaskDetails | null> {
  return lookAt(run, run.progress.redirectedTo?.at(-1) ?? run.row.task_uuid);
}

/** Postpones the answer by a growing backoff. */
export function postpone(run: AnswerRun, problem: Problem | null): void {
  const failures = run.row.failures + 1;
  postponeMessage(run, { wait: backoffMs(run.context.random, failures), failures, problem });
}

/**
 * A frozen Task names the Task that took its place (docs/service.md 7). The frozen Task took nothing, so the complete answer goes to the
 * new Task.
 */
export function followRedirect(run: AnswerRun, taskUuid: string): 'done' | 'go-on' {
  const hops = run.progress.redirectedTo ?? [];
  if (hops.length >= MAX_HOPS || taskUuid === run.row.task_uuid || hops.includes(taskUuid)) {
    const detail = `The service redirects the answer from Task to Task without end (last: ${taskUuid}), so the answer was not accepted.`;
    rejectMessage(run, { code: 'answer.frozen', detail });
    return 'done';
  }
  // The rest of the progress describes the frozen Task only.
  const progress: MessageProgress = { redirectedTo: [...hops, taskUuid] };
  run.progress = progress;
  run.context.messages.saveProgress(run.row.id, progress);
  return 'go-on';
}

/** Why a finished Task does not take the answer, and which part of the answer arrived all the same. */
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

/** Whether the answer has waited for a day, which is the limit, for a busy Task or for the proof of an upload. */
export function busyForADay(run: AnswerRun): boolean {
  const now = run.context.clock.now();
  // Never in the future, where a clock that was ahead would put this time: the day would never end.
  const since = Math.min(run.progress.notWaitingSince ?? now, now);
  run.progress = { ...run.progress, notWaitingSince: since };
  return now - since >= WAIT_AT_MOST_MS;
}

/** The Task is busy and may wait for documents again, so the answer is postponed, for a day at most. */
export function waitForTask(run: AnswerRun, task: TaskDetails): void {
  const problem = refusalOf(run, task);
  if (busyForADay(run)) rejectMessage(run, problem);
  else postpone(run, problem);
}
