import { assertNever } from '../../../contract/assert-never.ts';
import type { Problem } from '../../../contract/problem.ts';
import type { NextTry, SentFileRow, SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { ServiceError } from '../../service/service-failure.ts';
import { backoffMs } from '../backoff.ts';
import { type Elsewhere, type Job, type OutboxContext, refOf } from '../context.ts';
import { decideCreate } from '../policy.ts';
import { isRefused } from '../refused-rows.ts';
import { refuseTaken } from './adoption.ts';
import { mayExist, settleRefusal } from './refused-create.ts';
import { acceptSubmission, rejectSubmission } from './submission-outcome.ts';

const FIRST_LOOK_MS = 1_000;
const OTHER_STATION_MS = 5_000;
/** Due whatever the clock says, and before those that have a time: the one it had may be of a clock that was ahead. */
const IN_ITS_PLACE = 0;

/** Sends one queued submission as `POST /task/create` (docs/service.md 4.2) and settles what came of it (I2). */
export async function deliverCreate(context: OutboxContext, id: string, job: Job): Promise<void> {
  const { submissions, client, clock } = context;
  const row = submissions.get(id);
  if (row?.state !== 'queued') return;
  const files = submissions.files(id);
  const parts = context.copies.parts(files);
  if (parts === null || (context.suspects.has(id) && !(await context.copies.intact(files)))) {
    rejectSubmission(context, id, { code: 'spool.missing', detail: null });
    return;
  }
  context.suspects.delete(id);
  const whyNot = () => context.claims.whyNot(row);
  // That a folder is gone says nothing of a station that is back with it.
  const isVouched = () => context.vouched.get(id) === whyNot();
  const mayStart = async () => (await context.claims.mayCreate(row)) || isVouched();
  if (!(await mayStart())) {
    // Asked, the station may have taken the folder over just now: what it doubts then is looked up first.
    if (submissions.get(id)?.state !== 'queued') return;
    context.vouched.delete(id);
    leaveToOther(context, row, whyNot());
    return;
  }
  if (job.signal.aborted) return;
  if (!(await context.commit(() => submissions.beginSending(id, clock.now())))) return;
  context.log('submission.sending', { ref: refOf(id), attempt: row.attempts + 1 });
  let details: TaskDetails;
  try {
    details = await client.createTask(
      {
        taskType: row.task_type,
        uploads: parts,
        requestSpec: row.request_spec,
        externalId: row.external_id,
        name: row.name,
        callbackTemplate: row.callback_template,
      },
      {
        signal: job.signal,
        onProgress: job.onProgress,
        // Asked once it is being sent, the folder may be this station's again and was another's meanwhile.
        mayStart: async () => (await mayStart()) && !submissions.isDoubted(id),
      },
    );
    refuseTaken(context, details);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await settleFailure(context, row, files, error, job);
    return;
  }
  context.lanes.passed('creates');
  await acceptSubmission(context, id, details);
}

function leaveToOther(context: OutboxContext, row: SubmissionRow, code: Elsewhere): void {
  if (!isRefused(context, row, code)) context.holdBack(row.id, OTHER_STATION_MS);
  if (row.problem_code === code) return;
  const next = { nextAt: IN_ITS_PLACE, failures: row.failures };
  const problem: Problem = { code, detail: null };
  context.submissions.queue(row.id, { ...next, problem }, context.clock.now());
}

/** It was not taken, and meanwhile another station had the folder: it may have sent the same. */
function doubt({ submissions, quarantine, clock }: OutboxContext, { id, failures }: SubmissionRow): void {
  const now = clock.now();
  quarantine.begin(id);
  submissions.unconfirm(
    id,
    { nextAt: now, failures, problem: { code: 'station.perhaps', detail: null } },
    now,
  );
}

/**
 * Something in between lets no create through: one pause of the lane, and no document is refused for it. This one may have
 * arrived all the same, so it is looked up; if it did not, it goes behind the others, for the next probe to be another one.
 */
function waitForWay({ submissions, quarantine, lanes, clock }: OutboxContext, { id }: SubmissionRow): void {
  const problem: Problem = { code: 'service.blocked-all', detail: null };
  const now = clock.now();
  lanes.pauseLane('creates', problem, 0);
  quarantine.begin(id);
  submissions.unconfirm(id, { nextAt: now + FIRST_LOOK_MS, failures: 0, problem }, now);
}

/** This attempt took nothing to the service. Another station that had the folder meanwhile may have. */
function putBack(context: OutboxContext, row: SubmissionRow, next: NextTry): void {
  if (context.submissions.isDoubted(row.id)) doubt(context, row);
  else context.submissions.queue(row.id, next, context.clock.now());
}

/**
 * Something in between did not let this document through. It may have arrived all the same, and a service may show a Task a
 * little later than it made it, so it is refused (see reconcile.ts) as nothing else is taken for lost: after the quarantine.
 */
function lookUpBlocked(
  { submissions, quarantine, clock }: OutboxContext,
  id: string,
  problem: Problem,
): void {
  const now = clock.now();
  quarantine.begin(id);
  submissions.unconfirm(id, { nextAt: now + FIRST_LOOK_MS, failures: 0, problem }, now);
}

async function settleFailure(
  context: OutboxContext,
  row: SubmissionRow,
  files: readonly SentFileRow[],
  error: ServiceError,
  job: Job,
): Promise<void> {
  const { submissions, clock, random, lanes } = context;
  const decision = decideCreate(error.failure);
  const now = clock.now();
  const failures = row.failures + 1;
  // A row that a paused lane gives back did nothing wrong: it is due before the others, and waits no longer after its next failure.
  const giveBack = (problem: Problem) =>
    putBack(context, row, { nextAt: IN_ITS_PLACE, failures: row.failures, problem });
  const tryAgain = (problem: Problem, delay: Parameters<typeof backoffMs>[2]) =>
    putBack(context, row, { nextAt: now + backoffMs(random, failures, delay), failures, problem });
  switch (decision.do) {
    case 'try-again':
      tryAgain(decision.problem, decision);
      return;
    case 'confirm': {
      context.quarantine.begin(row.id);
      const { minimumMs, problem } = decision;
      const wait = minimumMs > FIRST_LOOK_MS ? backoffMs(random, 0, { minimumMs }) : FIRST_LOOK_MS;
      submissions.unconfirm(row.id, { nextAt: now + wait, failures: 0, problem }, now);
      return;
    }
    case 'reject':
      if (decision.problem.code === 'service.blocked') {
        if (lanes.noteBlocked(row.id)) return waitForWay(context, row);
        lanes.passed(null);
        return lookUpBlocked(context, row.id, decision.problem);
      }
      lanes.passed('creates');
      if (submissions.isDoubted(row.id)) doubt(context, row);
      else if (mayExist(row, error.failure)) await settleRefusal(context, row, decision.problem, job);
      else rejectSubmission(context, row.id, decision.problem);
      return;
    case 'pause-lane':
      lanes.pauseLane('creates', decision.problem, decision.minimumMs);
      giveBack(decision.problem);
      return;
    case 'pause-all':
      lanes.pauseAll(decision.problem, decision.forMs, job.epoch);
      giveBack(decision.problem);
      return;
    case 'check-copies':
      if (await context.copies.intact(files)) tryAgain({ code: 'spool.unread', detail: null }, {});
      // Also where the copies are lost: it may have gone out from the other station.
      else if (submissions.isDoubted(row.id)) doubt(context, row);
      else rejectSubmission(context, row.id, decision.problem);
      return;
    case 'missing':
    case 'redirect':
    case 'look-at-task':
      // Not for creates: decideCreate never gives them, and an outcome that proves nothing is unconfirmed.
      throw new Error(`a create cannot end in ${decision.do}`);
    default:
      assertNever(decision);
  }
}
