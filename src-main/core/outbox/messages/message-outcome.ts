import { assertNever } from '../../../contract/assert-never.ts';
import type { Problem } from '../../../contract/problem.ts';
import type { MessageProgress, MessageRow } from '../../ledger/tables/outbox-rows.ts';
import { setDetailsDue } from '../../ledger/tasks/tasks.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { backoffMs } from '../backoff.ts';
import { type OutboxContext, refOf, releaseCopies } from '../context.ts';
import type { Decision } from '../policy.ts';

/** The message was taken: one transaction with the Task it changed, then its copies go. */
export async function acceptMessage(
  context: OutboxContext,
  row: MessageRow,
  progress: MessageProgress,
  details: TaskDetails | null,
  note: Problem | null = null,
): Promise<void> {
  const { messages, ledger, clock } = context;
  const names = ledger.transaction(() => {
    if (!messages.accept(row.id, progress, note, clock.now())) return [];
    if (details !== null) recordAnswered(context, progress, details);
    return forgetCopies(context, row.id);
  });
  ended(context, row, 'accepted', note?.code ?? null);
  await releaseCopies(context, names);
}

/** Keeps what an update or upload answered. A Task that took this station's answer after a redirect is ours to follow. */
export function recordAnswered(
  context: OutboxContext,
  progress: MessageProgress,
  details: TaskDetails,
): void {
  const redirected = progress.redirectedTo?.includes(details.uuid) ?? false;
  context.recordTask(details, { mine: redirected || context.submissions.madeTask(details.uuid) });
}

/** The message needs a person. Its copies stay, so that it can be tried again. Later messages go on. */
export function rejectMessage(
  context: OutboxContext,
  row: MessageRow,
  progress: MessageProgress,
  problem: Problem,
): void {
  if (!context.messages.reject(row.id, progress, problem, context.clock.now())) return;
  // The Task may be gone at the service: tracking finds out.
  if (problem.code === 'service.not-found') setDetailsDue(context.ledger, row.task_uuid, true);
  ended(context, row, 'rejected', problem.code);
}

/** A later message sets the same thing: this one need not go. */
export function supersedeMessage(context: OutboxContext, row: MessageRow): void {
  if (context.messages.withdraw(row.id, context.clock.now())) ended(context, row, 'withdrawn', null);
}

/** Takes the message up again after `wait` milliseconds; unconfirmed as long as something of it may have arrived. */
export function postponeMessage(
  context: OutboxContext,
  row: MessageRow,
  progress: MessageProgress,
  next: { wait: number; failures: number; problem: Problem | null },
): void {
  const now = context.clock.now();
  const state = progress.outcomeUnknown === true ? 'unconfirmed' : 'queued';
  const { wait, failures, problem } = next;
  context.messages.again(row.id, state, progress, { nextAt: now + wait, failures, problem }, now);
}

/** Settles a failed call of a message, except for the two decisions that only an answer can follow. */
export async function settleMessage(
  context: OutboxContext,
  row: MessageRow,
  progress: MessageProgress,
  decision: Exclude<Decision, { do: 'redirect' | 'look-at-task' }>,
  epoch: number,
): Promise<void> {
  const { random, lanes, quarantine } = context;
  const failures = row.failures + 1;
  switch (decision.do) {
    case 'try-again': {
      const wait = backoffMs(random, failures, decision);
      // What may have arrived is not reported as "nothing was sent".
      const problem =
        progress.outcomeUnknown === true ? keptProblem(row, decision.problem) : decision.problem;
      postponeMessage(context, row, progress, { wait, failures, problem });
      return;
    }
    case 'confirm': {
      quarantine.begin(row.id);
      const unknown = { ...progress, outcomeUnknown: true };
      const wait = backoffMs(random, failures, decision);
      postponeMessage(context, row, unknown, { wait, failures, problem: decision.problem });
      return;
    }
    case 'reject':
    case 'missing':
      rejectMessage(context, row, progress, decision.problem);
      return;
    case 'pause-lane':
      lanes.pauseLane(row.lane, decision.problem, decision.minimumMs);
      postponeMessage(context, row, progress, {
        wait: 0,
        failures: row.failures,
        problem: decision.problem,
      });
      return;
    case 'pause-all':
      lanes.pauseAll(decision.problem, decision.forMs, epoch);
      postponeMessage(context, row, progress, {
        wait: 0,
        failures: row.failures,
        problem: decision.problem,
      });
      return;
    case 'check-copies': {
      if (!(await context.copies.intact(context.messages.files(row.id)))) {
        rejectMessage(context, row, progress, decision.problem);
        return;
      }
      const problem: Problem = { code: 'spool.unread', detail: null };
      postponeMessage(context, row, progress, { wait: backoffMs(random, failures), failures, problem });
      return;
    }
    default:
      assertNever(decision);
  }
}

function keptProblem(row: MessageRow, otherwise: Problem): Problem {
  if (row.problem_code === null) return otherwise;
  return { code: row.problem_code, detail: row.problem_detail };
}

function forgetCopies(context: OutboxContext, id: string): string[] {
  const names = context.messages.spoolNames(id);
  context.messages.forgetSpool(id);
  return names;
}

function ended(context: OutboxContext, row: MessageRow, state: string, code: string | null): void {
  context.quarantine.end(row.id);
  context.log('message.ended', { ref: refOf(row.id), kind: row.payload.kind, state, code });
}
