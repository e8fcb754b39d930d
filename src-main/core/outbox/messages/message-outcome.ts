import { assertNever } from '../../../contract/assert-never.ts';
import type { Problem } from '../../../contract/problem.ts';
import { appendAudit, PROGRAM } from '../../audit/audit.ts';
import { noteMilestone } from '../../ledger/tables/milestones.ts';
import { type MessageProgress, type MessageRow, problemOf } from '../../ledger/tables/outbox-rows.ts';
import { describeTask } from '../../ledger/tasks/list-columns.ts';
import { setDetailsDue } from '../../ledger/tasks/tasks.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { ServiceError } from '../../service/service-failure.ts';
import { backoffMs } from '../backoff.ts';
import { type Job, type OutboxContext, refOf, releaseCopies } from '../context.ts';
import { type Decision, decideLookUp, decideMessage } from '../policy.ts';

/** One delivery of a message. The ledger stores `progress`, the knowledge about earlier requests, before each request. */
export interface MessageRun {
  readonly context: OutboxContext;
  readonly row: MessageRow;
  readonly job: Job;
  progress: MessageProgress;
}

/**
 * Sends a message that needs only one request, and settles the outcome. Commits the message as *sending* before the request (I5). If the
 * function `arrivedIn` is given, believes a refusal only after a look-up of the Task, in which the function finds no effect of the message.
 */
export async function sendOnce(
  run: MessageRun,
  request: (signal: AbortSignal) => Promise<TaskDetails | null>,
  arrivedIn?: (task: TaskDetails) => boolean,
): Promise<void> {
  const { context, row, job, progress } = run;
  let details: TaskDetails | null;
  try {
    await context.client.ready({ signal: job.signal });
    if (job.signal.aborted || !context.messages.beginSending(row.id, progress, context.clock.now())) return;
    details = await request(job.signal);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const decision = decideMessage(row.lane, error.failure);
    if (decision.do === 'reject' && arrivedIn !== undefined) {
      // If the look-up fails, the message was perhaps sent.
      const task = await lookAt({ ...run, progress: { ...progress, outcomeUnknown: true } }, row.task_uuid);
      if (task === null) return;
      if (arrivedIn(task)) await acceptMessage(run, task);
      else rejectMessage(run, decision.problem);
    } else if (decision.do === 'redirect' || decision.do === 'look-at-task')
      rejectMessage(run, decision.problem);
    else await settleMessage(run, decision);
    return;
  }
  context.lanes.passed(row.lane);
  await acceptMessage(run, details);
}

/** Gets the Task from the service. Returns null if the look-up failed, after postponing or rejecting the message. */
export async function lookAt(run: MessageRun, taskUuid: string): Promise<TaskDetails | null> {
  try {
    return await run.context.client.getTask({ uuid: taskUuid }, { signal: run.job.signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await settleMessage(run, decideLookUp(error.failure));
    return null;
  }
}

/** Marks the message as accepted and stores the changed Task in one transaction, then deletes the spool copies. */
export async function acceptMessage(
  { context, row, progress }: MessageRun,
  details: TaskDetails | null,
  note: Problem | null = null,
): Promise<void> {
  const { messages, ledger, clock } = context;
  const names = ledger.transaction(() => {
    if (!messages.accept(row.id, progress, note, clock.now())) return [];
    if (details !== null) recordAnswered(context, progress, details);
    // Lists and searches show the documents of an accepted answer.
    if (row.lane === 'answers') {
      describeTask(ledger, taskOf(row, progress));
      appendAudit(ledger, {
        ...{ at: clock.now(), actor: PROGRAM, action: 'answer.confirmed', subject: taskOf(row, progress) },
        detail: { answer: row.id },
      });
    }
    if (context.milestones === true) noteDone(context, row, progress);
    const spooled = messages.spoolNames(row.id);
    messages.forgetSpool(row.id);
    return spooled;
  });
  noteEnd(context, row, 'accepted', note?.code ?? null);
  await releaseCopies(context, names);
}

/** Returns the uuid of the Task that got the message: the last Task to which the service redirected the message, or the Task of the row. */
const taskOf = (row: MessageRow, progress: MessageProgress): string =>
  progress.redirectedTo?.at(-1) ?? row.task_uuid;

function noteDone(
  { ledger, messages, clock }: OutboxContext,
  row: MessageRow,
  progress: MessageProgress,
): void {
  const { payload } = row;
  const isAnswer = payload.kind === 'answer' && (payload.data !== null || messages.files(row.id).length > 0);
  const isFollowUp = payload.kind === 'cleared' && payload.cleared;
  if (!isAnswer && !isFollowUp) return;
  noteMilestone(ledger, taskOf(row, progress), isAnswer ? 'answered' : 'followed-up', clock.now());
}

/** Stores the Task from the response. If the service redirected the answer to this Task, tracking also follows the Task. */
export function recordAnswered(
  context: OutboxContext,
  progress: MessageProgress,
  details: TaskDetails,
): void {
  const redirected = progress.redirectedTo?.includes(details.uuid) ?? false;
  context.recordTask(details, { mine: redirected || context.submissions.madeTask(details.uuid) });
}

/** Rejects the message. The spool copies are kept for a retry by a person. Later messages to the Task no longer wait for this message. */
export function rejectMessage({ context, row, progress }: Omit<MessageRun, 'job'>, problem: Problem): void {
  if (!context.messages.reject(row.id, progress, problem, context.clock.now())) return;
  // The service may have deleted the Task, so tracking must request the Task again.
  if (problem.code === 'service.no-task') setDetailsDue(context.ledger, row.task_uuid, true);
  noteEnd(context, row, 'rejected', problem.code);
}

export function supersedeMessage({ context, row }: MessageRun): void {
  if (context.messages.withdraw(row.id, context.clock.now())) noteEnd(context, row, 'withdrawn', null);
}

/** Postpones the next attempt by `wait` milliseconds: unconfirmed if the outcome of an attempt is unknown, otherwise queued. */
export function postponeMessage(
  { context, row, progress }: MessageRun,
  next: { wait: number; failures: number; problem: Problem | null },
): void {
  const now = context.clock.now();
  const state = progress.outcomeUnknown === true ? 'unconfirmed' : 'queued';
  const { wait, failures, problem } = next;
  context.messages.again(
    row.id,
    state,
    progress,
    { nextAt: context.dueTime() + wait, failures, problem },
    now,
  );
}

export function waitForNextLook(run: MessageRun, problem: Problem): void {
  const { random, quarantine } = run.context;
  const wait = quarantine.spacingMs + Math.round((random() * quarantine.spacingMs) / 10);
  postponeMessage(run, { wait, failures: 0, problem });
}

export async function settleMessage(
  run: MessageRun,
  decision: Exclude<Decision, { do: 'redirect' | 'look-at-task' }>,
): Promise<void> {
  const { context, row, progress, job } = run;
  const { random, lanes, quarantine } = context;
  const failures = row.failures + 1;
  const giveBack = (problem: Problem) => postponeMessage(run, { wait: 0, failures: row.failures, problem });
  switch (decision.do) {
    case 'try-again': {
      const wait = backoffMs(random, failures, decision);
      // After an attempt of unknown outcome, the row keeps its old problem, because the new problem may say that nothing was sent.
      const kept = progress.outcomeUnknown === true ? problemOf(row) : null;
      postponeMessage(run, { wait, failures, problem: kept ?? decision.problem });
      return;
    }
    case 'confirm': {
      if (decision.pause !== undefined) lanes.pauseLane(row.lane, decision.pause, decision.minimumMs);
      quarantine.begin(row.id);
      run.progress = { ...progress, outcomeUnknown: true };
      const wait = backoffMs(random, failures, decision);
      postponeMessage(run, { wait, failures, problem: decision.problem });
      return;
    }
    case 'reject':
    case 'missing':
      rejectMessage(run, decision.problem);
      return;
    case 'pause-lane':
      lanes.pauseLane(row.lane, decision.problem, decision.minimumMs);
      if (decision.othersFirst)
        postponeMessage(run, {
          wait: backoffMs(random, failures, decision),
          failures,
          problem: decision.problem,
        });
      else giveBack(decision.problem);
      return;
    case 'pause-all':
      lanes.pauseAll(decision.problem, decision.forMs, job.epoch);
      giveBack(decision.problem);
      return;
    case 'check-copies': {
      if (!(await context.copies.intact(context.messages.files(row.id)))) {
        rejectMessage(run, decision.problem);
        return;
      }
      const problem: Problem = { code: 'spool.unread', detail: null };
      postponeMessage(run, { wait: backoffMs(random, failures), failures, problem });
      return;
    }
    default:
      assertNever(decision);
  }
}

function noteEnd(context: OutboxContext, row: MessageRow, state: string, code: string | null): void {
  context.quarantine.end(row.id);
  context.log('message.ended', { ref: refOf(row.id), kind: row.payload.kind, state, code });
}
