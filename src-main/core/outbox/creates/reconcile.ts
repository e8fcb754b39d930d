import { assertNever } from '../../../contract/assert-never.ts';
import type { Problem } from '../../../contract/problem.ts';
import type { SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import { whenDenied } from '../../ledger/tables/perhaps-sent.ts';
import type { Failure } from '../../service/service-failure.ts';
import { positiveControl } from '../../tracking/positive-control.ts';
import { backoffMs } from '../backoff.ts';
import type { Job, OutboxContext } from '../context.ts';
import { decideLookUp } from '../policy.ts';
import { lookUpTask } from './adoption.ts';
import { countPage, noteAsked, waitAfterPage } from './create-notes.ts';
import { lookThroughWindow } from './creation-window.ts';
import { rejectSubmission, settleFound } from './submission-outcome.ts';

/** A look-up that the service did not answer with a Task. */
interface Asked {
  /** When the question left, on the monotonic clock. */
  readonly at: number;
  readonly signedBy: string | null;
  readonly signal: AbortSignal;
}

/** Each look-up of a row computes the same quarantine. */
const MEAN_JITTER = 0.5;
/** How many Tasks a message names. */
const MOST_NAMED = 5;

/** Asks the service for the Task of an unconfirmed submission: adopts the Task, or lets the submission be sent again (I2). */
export async function reconcile(context: OutboxContext, id: string, job: Job): Promise<void> {
  const row = context.submissions.get(id);
  if (row?.state !== 'unconfirmed') return;
  // A miss has the time when the question left, which is the earliest moment that the response can be about.
  const at = context.clock.monotonic();
  const { task, failure, signedBy } = await lookUpTask(context, row, job.signal);
  if (task === null) {
    await settleNoTask(context, row, failure, { at, signedBy, signal: job.signal }, job.epoch);
    return;
  }
  context.lanes.passed(null);
  await settleFound(context, row, task);
}

async function settleNoTask(
  context: OutboxContext,
  row: SubmissionRow,
  failure: Failure,
  asked: Asked,
  epoch: number,
): Promise<void> {
  const { submissions, clock, random, lanes } = context;
  const decision = decideLookUp(failure);
  const now = clock.now();
  // A failed look-up says nothing about the submission, so the problem of the row stays.
  const problem: Problem =
    row.problem_code === null
      ? { code: 'service.no-answer', detail: null }
      : { code: row.problem_code, detail: row.problem_detail };
  const lookAgain = (nextAt: number, failures: number) =>
    submissions.lookAgain(row.id, { nextAt, failures, problem }, row.misses, now);
  switch (decision.do) {
    case 'missing':
      lanes.passed(null);
      await countMiss(context, row, asked, problem);
      return;
    case 'try-again': {
      const failures = row.failures + 1;
      lookAgain(now + backoffMs(random, failures, decision), failures);
      return;
    }
    case 'pause-all':
      lanes.pauseAll(decision.problem, decision.forMs, epoch);
      lookAgain(row.next_at, row.failures);
      return;
    default:
      assertNever(decision);
  }
}

/** A denial counts only together with the positive control under the same token (I2). */
async function countMiss(
  context: OutboxContext,
  row: SubmissionRow,
  asked: Asked,
  problem: Problem,
): Promise<void> {
  const { submissions, clock, random, quarantine, lanes } = context;
  const { id } = row;
  // A submission that a person decides about needs no proof that the submission may be sent again.
  const then = whenDenied(problem.code);
  const { signedBy, signal } = asked;
  const control = await positiveControl(context, { by: 'externalId', except: null, signedBy, signal });
  // A person may have decided meanwhile.
  if (submissions.get(id)?.state !== 'unconfirmed') return;
  if (control.is === 'not-found' && then !== 'person') {
    leaveUnproven(context, row, problem);
    return;
  }
  const { misses, over, leftMs } = quarantine.miss(id, asked.at, leastQuarantineMs(context, row, problem));
  // While no create may be sent, the denial would be old before the create is sent.
  const isPaused = lanes.limit('creates', 1) === 0;
  if (!over || (isPaused && then !== 'person')) {
    const jitter = Math.round((random() * quarantine.spacingMs) / 10);
    const next = { nextAt: clock.now() + leftMs + jitter, failures: 0, problem: believed(problem) };
    submissions.lookAgain(id, next, misses, clock.now());
    return;
  }
  const refusal = refusalOfDenied(context, row, problem);
  if (refusal !== null) {
    rejectSubmission(context, id, refusal);
    return;
  }
  const listed = await lookThroughWindow(context, row, control, asked);
  const isComplete = await context.copies.present(submissions.files(id));
  // A person may have changed the submission while the list and the copies were looked at.
  if (submissions.get(id)?.state !== 'unconfirmed') return;
  switch (listed.is) {
    case 'found':
      await settleFound(context, row, listed.task);
      return;
    case 'perhaps':
      noteAsked(context.ledger, id, listed.uuids);
      rejectSubmission(context, id, {
        code: 'service.perhaps-there',
        detail: listed.uuids.slice(0, MOST_NAMED).join(', '),
      });
      return;
    case 'unknown':
      leaveUnproven(context, row, problem);
      return;
    case 'nothing':
      if (isComplete) sendAnew(context, row, problem);
      else rejectSubmission(context, id, { code: 'spool.missing', detail: null });
      return;
    default:
      assertNever(listed);
  }
}

/**
 * How long a create of this outcome stays in quarantine, in milliseconds. The create waits before the look-up that decides, not after,
 * because a service may show the Task by then (I2).
 */
function leastQuarantineMs({ ledger }: OutboxContext, row: SubmissionRow, problem: Problem): number {
  if (problem.code === 'service.no-such-address')
    return backoffMs(() => MEAN_JITTER, row.attempts, { pace: 'slow' });
  return whenDenied(problem.code) === 'page' ? (waitAfterPage(ledger, row.id) ?? 0) : 0;
}

function sendAnew(context: OutboxContext, row: SubmissionRow, problem: Problem): void {
  const { submissions, ledger, clock } = context;
  const { id } = row;
  const now = clock.now();
  const next = { nextAt: now, failures: 0, problem };
  if (problem.code === 'service.no-such-address') submissions.queue(id, next, now);
  else if (whenDenied(problem.code) !== 'page') submissions.sendAnew(id, now);
  else
    ledger.transaction(() => {
      if (submissions.queue(id, next, now)) countPage(ledger, id);
    });
  context.quarantine.end(id);
}

/**
 * The look-up proved nothing, so a later look-up follows after a growing backoff. The row says so, unless the outcome of its create
 * decides.
 */
function leaveUnproven(
  { submissions, clock, random }: OutboxContext,
  row: SubmissionRow,
  problem: Problem,
): void {
  const failures = row.failures + 1;
  const keeps = whenDenied(problem.code) !== 'anew' || problem.code === 'service.no-such-address';
  const shown: Problem = keeps ? problem : { code: 'service.unproven', detail: null };
  const now = clock.now();
  const next = { nextAt: now + backoffMs(random, failures), failures, problem: shown };
  submissions.lookAgain(row.id, next, row.misses, now);
}

/** A denial that counted ends the problem that denials do not count. */
function believed(problem: Problem): Problem {
  return problem.code === 'service.unproven' ? { code: 'service.no-answer', detail: null } : problem;
}

/** Why a denied submission is not sent again automatically, or null. */
function refusalOfDenied({ ledger }: OutboxContext, { id }: SubmissionRow, problem: Problem): Problem | null {
  const then = whenDenied(problem.code);
  switch (then) {
    case 'person':
      return problem;
    case 'page':
      // A service that always responds with a page may mean that the Task was made.
      return waitAfterPage(ledger, id) === null ? { code: 'service.unsaid', detail: problem.detail } : null;
    case 'anew':
      return null;
    default:
      return assertNever(then);
  }
}
