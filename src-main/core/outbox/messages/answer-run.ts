import type { Problem } from '../../../contract/problem.ts';
import { detailOf } from '../../../contract/texts/detail.ts';
import type { MessageProgress, MessageRow, SentFileRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { backoffMs } from '../backoff.ts';
import { type FileProof, inputsOf } from './answer-plan.ts';
import { lookAt, type MessageRun, postponeMessage, rejectMessage } from './message-outcome.ts';

const MAX_HOPS = 5;
const WAIT_AT_MOST_MS = 24 * 3_600_000;

export interface AnswerRun extends MessageRun {
  readonly data: Readonly<Record<string, unknown>> | null;
  sending: boolean;
  /** The proof from the last look at the Task about an upload of unknown outcome; null without such an upload. */
  proof: FileProof | null;
  /** The problem that screens show with the answer after the service accepted the answer; null without such a problem. */
  note: Problem | null;
}

/** Gets the Task that the answer goes to: the last redirect target, or the Task of the message. Returns null if the look-up failed. */
export function lookAtTarget(run: AnswerRun): Promise<TaskDetails | null> {
  return lookAt(run, run.progress.redirectedTo?.at(-1) ?? run.row.task_uuid);
}

export function postpone(run: AnswerRun, problem: Problem | null): void {
  const failures = run.row.failures + 1;
  postponeMessage(run, { wait: backoffMs(run.context.random, failures), failures, problem });
}

/**
 * Makes the whole answer go to the Task `taskUuid`, which replaced a frozen Task. The frozen Task has no part of the answer
 * (docs/service.md 7). Returns `done` if the redirects form a loop or are too many, so that the answer was rejected; otherwise `go-on`.
 */
export function followRedirect(run: AnswerRun, taskUuid: string): 'done' | 'go-on' {
  const hops = run.progress.redirectedTo ?? [];
  if (hops.length >= MAX_HOPS || taskUuid === run.row.task_uuid || hops.includes(taskUuid)) {
    const detail = detailOf('detail.redirectedWithoutEnd', { uuid: taskUuid });
    rejectMessage(run, { code: 'answer.frozen', detail });
    return 'done';
  }
  const progress: MessageProgress = { redirectedTo: [...hops, taskUuid] };
  run.progress = progress;
  run.context.messages.saveProgress(run.row.id, progress);
  return 'go-on';
}

/**
 * Rejects the answer if the Task `task`, which the Task `newer` replaced, has a part of the answer or may have a part. The service would
 * otherwise have one answer in two Tasks. Returns false, without a change, if the Task has no part.
 */
export function refuseReplaced(run: AnswerRun, task: TaskDetails, newer: string): boolean {
  const { progress, proof } = run;
  const taken = wholeTaken(run) ?? partTaken(progress, proof);
  if (taken === null && proof?.is !== 'unproved') return false;
  run.progress = { ...progress, replacedBy: newer };
  const { uuid } = task;
  const detail =
    taken === null
      ? detailOf('detail.unprovedBeforeNewerTask', {
          uuid,
          newer,
        })
      : detailOf('detail.takenBeforeNewerTask', { uuid, taken, newer });
  rejectMessage(run, { code: 'answer.replaced', detail });
  return true;
}

function wholeTaken({ data, progress, proof }: AnswerRun): string | null {
  const hasData = data === null || progress.dataItemUuid !== undefined;
  return hasData && (progress.filesSent === true || proof?.is === 'there')
    ? detailOf('detail.wholeAnswerAccepted')
    : null;
}

export function refusalOf({ progress, proof, row }: AnswerRun, task: TaskDetails): Problem {
  const { uuid, status } = task;
  if (proof?.is === 'unproved') return { code: 'answer.unproved', detail: bothSides(proof.files, row, task) };
  const taken = partTaken(progress, proof);
  if (taken !== null)
    return {
      code: 'answer.part-taken',
      detail: detailOf('detail.takenByTask', { uuid, status, taken }),
    };
  if (progress.redirectedTo === undefined) return { code: 'answer.not-waiting', detail: task.status };
  const detail = detailOf('detail.newerTaskNotWaiting', { uuid, status });
  return { code: 'answer.frozen', detail };
}

// Names the documents whose arrival is not proved and the inputs of the Task, each with its time.
function bothSides(files: readonly SentFileRow[], row: MessageRow, task: TaskDetails): string {
  const sent = new Date(row.first_sent_at ?? row.created_at).toISOString();
  const ours = files.map((file) => file.file_name).join(', ');
  const theirs = inputsOf(task).map(({ name, data_type: kind, created }) => `${name ?? kind} (${created})`);
  return detailOf('detail.sentAndInTask', { ours, sent, theirs: theirs.join(', ') });
}

function partTaken(progress: MessageProgress, proof: FileProof | null): string | null {
  if (proof?.is === 'lacking' && proof.hasOthers)
    return detailOf('detail.documentsLacking', {
      files: proof.files.map((file) => file.file_name).join(', '),
    });
  if (progress.filesSent === true) return detailOf('detail.onlyDocumentsAccepted');
  return progress.dataItemUuid === undefined ? null : detailOf('detail.onlyDataAccepted');
}

/** Whether the answer has waited for a day for a busy Task or for a proof of an upload. The first call records the start. */
export function busyForADay(run: AnswerRun): boolean {
  const now = run.context.clock.now();
  // If the wall clock was ahead at the start of the wait, the stored start may be in the future and would make the wait too long.
  const since = Math.min(run.progress.notWaitingSince ?? now, now);
  run.progress = { ...run.progress, notWaitingSince: since };
  return now - since >= WAIT_AT_MOST_MS;
}

/** Postpones the answer while its Task is busy, because the Task may wait for documents again. Rejects the answer after a day. */
export function waitForTask(run: AnswerRun, task: TaskDetails): void {
  const problem = refusalOf(run, task);
  if (busyForADay(run)) rejectMessage(run, problem);
  else postpone(run, problem);
}
