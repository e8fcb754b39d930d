import { assertNever } from '../../../contract/assert-never.ts';
import type { Problem } from '../../../contract/problem.ts';
import type { SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import { whenDenied } from '../../ledger/tables/perhaps-sent.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { type Failure, ServiceError } from '../../service/service-failure.ts';
import { positiveControl, signature } from '../../tracking/positive-control.ts';
import { backoffMs } from '../backoff.ts';
import type { Job, OutboxContext } from '../context.ts';
import { noteAsked } from '../judged.ts';
import { decideLookUp } from '../policy.ts';
import { refuseTaken } from './adoption.ts';
import { lookThroughWindow } from './creation-window.ts';
import { countPage, waitAfterPage } from './html-response-retries.ts';
import { rejectSubmission, settleFound } from './submission-outcome.ts';

/** A question: when it left, on the monotonic clock, with which token it was answered, and what ends it. */
interface Asked {
  readonly at: number;
  readonly signedBy: string | null;
  readonly signal: AbortSignal;
}

/** Each look-up of a row computes the same quarantine. */
const MEAN_JITTER = 0.5;
/** How many Tasks a message names. */
const MOST_NAMED = 5;

/** Asks the service what became of an unconfirmed submission: adopts its Task, or lets it be sent again (I2). */
export async function reconcile(context: OutboxContext, id: string, job: Job): Promise<void> {
  const { submissions, client, clock } = context;
  const row = submissions.get(id);
  if (row?.state !== 'unconfirmed') return;
  // A miss is dated by when the question left, the earliest moment that the answer can be about.
  const at = clock.monotonic();
  const signed = signature();
  let task: TaskDetails;
  try {
    const options = { signal: job.signal, onSigned: signed.note };
    task = await client.getTask({ externalId: row.external_id }, options);
    refuseTaken(context, task);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const asked = { at, signedBy: signed.by(), signal: job.signal };
    await settleNoTask(context, row, error.failure, asked, job.epoch);
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
  // A failed look-up says nothing of the submission: what it waits for stays on the row. Least of all "nothing was sent".
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
    case 'confirm':
    case 'reject':
    case 'pause-lane':
    case 'check-copies':
    case 'redirect':
    case 'look-at-task':
      throw new Error(`a look-up cannot end in ${decision.do}`);
    default:
      assertNever(decision);
  }
}

/** A denial counts only beside the positive control, in the same conversation (I2). */
async function countMiss(
  context: OutboxContext,
  row: SubmissionRow,
  asked: Asked,
  problem: Problem,
): Promise<void> {
  const { submissions, clock, random, quarantine, lanes } = context;
  const { id } = row;
  // What a person decides about needs no proof that it may be sent again.
  const then = whenDenied(problem.code);
  const control = await positiveControl(context, {
    by: 'externalId',
    except: null,
    signedBy: asked.signedBy,
    signal: asked.signal,
  });
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
      if (isComplete) goAnew(context, row, problem);
      else rejectSubmission(context, id, { code: 'spool.missing', detail: null });
      return;
    default:
      assertNever(listed);
  }
}

/**
 * How long a create of this outcome stays in quarantine, in milliseconds. A create waits before the look-up that decides, and is sent at
 * once after this look-up: a service may show the Task by then (I2).
 */
function leastQuarantineMs({ ledger }: OutboxContext, row: SubmissionRow, problem: Problem): number {
  if (problem.code === 'service.no-such-address')
    return backoffMs(() => MEAN_JITTER, row.attempts, { pace: 'slow' });
  return whenDenied(problem.code) === 'page' ? (waitAfterPage(ledger, row.id) ?? 0) : 0;
}

function goAnew(context: OutboxContext, row: SubmissionRow, problem: Problem): void {
  const { submissions, clock, quarantine } = context;
  if (problem.code === 'service.no-such-address') {
    submissions.queue(row.id, { nextAt: clock.now(), failures: 0, problem }, clock.now());
  } else if (whenDenied(problem.code) === 'page') sendAfterPage(context, row.id, problem);
  else submissions.sendAnew(row.id, clock.now());
  quarantine.end(row.id);
}

/** Nothing was proven: the service is asked again later and later, and the row says so, unless what its create came to decides what becomes of it. */
function leaveUnproven(
  { submissions, clock, random }: OutboxContext,
  row: SubmissionRow,
  problem: Problem,
): void {
  const failures = row.failures + 1;
  const keeps = whenDenied(problem.code) !== 'anew' || problem.code === 'service.no-such-address';
  const told: Problem = keeps ? problem : { code: 'service.unproven', detail: null };
  const now = clock.now();
  const next = { nextAt: now + backoffMs(random, failures), failures, problem: told };
  submissions.lookAgain(row.id, next, row.misses, now);
}

/** Once a denial counted, the service can be believed again. */
function believed(problem: Problem): Problem {
  return problem.code === 'service.unproven' ? { code: 'service.no-answer', detail: null } : problem;
}

function sendAfterPage({ ledger, submissions, clock }: OutboxContext, id: string, problem: Problem): void {
  const now = clock.now();
  ledger.transaction(() => {
    if (submissions.queue(id, { nextAt: now, failures: 0, problem }, now)) countPage(ledger, id);
  });
}

/** Why what the service does not have is not sent anew by itself, or null. */
function refusalOfDenied({ ledger }: OutboxContext, { id }: SubmissionRow, problem: Problem): Problem | null {
  const then = whenDenied(problem.code);
  switch (then) {
    case 'person':
      return problem;
    case 'page':
      // Again and again, it may be how this service says that it made one.
      return waitAfterPage(ledger, id) === null ? { code: 'service.unsaid', detail: problem.detail } : null;
    case 'anew':
      return null;
    default:
      return assertNever(then);
  }
}
