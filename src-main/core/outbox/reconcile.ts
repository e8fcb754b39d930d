import { assertNever } from '../../contract/assert-never.ts';
import type { Problem } from '../../contract/problem.ts';
import { whenDenied } from '../ledger/denied-creates.ts';
import type { SubmissionRow } from '../ledger/rows.ts';
import type { TaskDetails } from '../service/schemas.ts';
import { type Failure, ServiceError } from '../service/service-failure.ts';
import { refuseTaken } from './adoption.ts';
import { backoffMs } from './backoff.ts';
import type { Job, OutboxContext } from './context.ts';
import { countPage, waitAfterPage } from './pages.ts';
import { decideLookUp } from './policy.ts';
import { rejectSubmission, settleFound } from './submission-outcome.ts';

/** Asks the service what became of an unconfirmed submission: adopts its Task, or lets it be sent again (I2). */
export async function reconcile(context: OutboxContext, id: string, job: Job): Promise<void> {
  const { submissions, client, clock } = context;
  const row = submissions.get(id);
  if (row?.state !== 'unconfirmed') return;
  // A miss is dated by when the question left, the earliest moment that the answer can be about.
  const askedAt = clock.monotonic();
  let task: TaskDetails;
  try {
    task = await client.getTask({ externalId: row.external_id }, { signal: job.signal });
    refuseTaken(context, task);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await settleNoTask(context, row, error.failure, askedAt, job.epoch);
    return;
  }
  context.lanes.passed(null);
  await settleFound(context, row, task);
}

async function settleNoTask(
  context: OutboxContext,
  row: SubmissionRow,
  failure: Failure,
  askedAt: number,
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
      await countMiss(context, row, askedAt, problem);
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

async function countMiss(
  context: OutboxContext,
  row: SubmissionRow,
  askedAt: number,
  problem: Problem,
): Promise<void> {
  const { submissions, clock, random, quarantine } = context;
  const { misses, over } = quarantine.miss(row.id, askedAt);
  const now = clock.now();
  if (!over) {
    const wait = quarantine.spacingMs + Math.round((random() * quarantine.spacingMs) / 10);
    submissions.lookAgain(row.id, { nextAt: now + wait, failures: 0, problem }, misses, now);
    return;
  }
  const refusal = refusalOfDenied(context, row, problem);
  if (refusal !== null) {
    rejectSubmission(context, row.id, refusal);
    return;
  }
  if (!(await context.copies.present(submissions.files(row.id)))) {
    rejectSubmission(context, row.id, { code: 'spool.missing', detail: null });
    return;
  }
  // It may have been changed by a person while the copies were looked at.
  if (submissions.get(row.id)?.state !== 'unconfirmed') return;
  if (problem.code === 'service.no-such-address') {
    const nextAt = clock.now() + backoffMs(random, row.attempts, { pace: 'slow' });
    submissions.queue(row.id, { nextAt, failures: 0, problem }, clock.now());
  } else if (whenDenied(problem.code) === 'page') sendAfterPage(context, row.id, problem);
  else submissions.sendAnew(row.id, clock.now());
  quarantine.end(row.id);
}

function sendAfterPage({ ledger, submissions, clock }: OutboxContext, id: string, problem: Problem): void {
  const now = clock.now();
  ledger.transaction(() => {
    const nextAt = now + (waitAfterPage(ledger, id) ?? 0);
    if (submissions.queue(id, { nextAt, failures: 0, problem }, now)) countPage(ledger, id);
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
