import { assertNever } from '../../../contract/assert-never.ts';
import type { Problem } from '../../../contract/problem.ts';
import type { NextTry, SentFileRow, SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { type Failure, ServiceError } from '../../service/service-failure.ts';
import { positiveControl } from '../../tracking/positive-control.ts';
import { backoffMs } from '../backoff.ts';
import { type Elsewhere, type Job, type OutboxContext, refOf } from '../context.ts';
import { decideCreate } from '../policy.ts';
import { lookUpTask, refuseTaken } from './adoption.ts';
import { acceptSubmission, rejectSubmission, settleFound } from './submission-outcome.ts';

const FIRST_LOOK_MS = 1_000;
const OTHER_STATION_MS = 5_000;
/** Due whatever the clock says, and before rows with a time: the row's former time may be of a clock that was ahead. */
const IN_ITS_PLACE = 0;

/** Sends one queued submission as `POST /task/create` (docs/service.md 4.2) and settles the outcome (I2). */
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
  const whyNot = () => context.guard.whyNot(row);
  // A person vouched for one reason. Another reason, such as a station that is back, needs another decision.
  const isVouched = () => context.vouched.get(id) === whyNot();
  const mayStart = async () => (await context.guard.mayCreate(row)) || isVouched();
  if (!(await mayStart())) {
    // The question may have made this station take the folder over, which makes its submissions unconfirmed.
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
        // By then another station may have had the folder and given the folder back.
        mayStart: async () => (await mayStart()) && !submissions.isDoubted(id),
      },
    );
    refuseTaken(context, details);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await settleFailure(context, row, files, error.failure, job);
    return;
  }
  context.lanes.passed('creates');
  await acceptSubmission(context, id, details);
}

function leaveToOther(context: OutboxContext, row: SubmissionRow, code: Elsewhere): void {
  // The scheduler passes over the rows of refused places as soon as the rows carry the reason.
  const refused = context.guard.refused?.() ?? [];
  const isRefused = refused.some(
    (rows) =>
      rows.code === code && rows.folderId === row.folder_id && rows.after < row.seq && row.seq <= rows.upTo,
  );
  if (!isRefused) context.holdBack(row.id, OTHER_STATION_MS);
  if (row.problem_code === code) return;
  const next = { nextAt: IN_ITS_PLACE, failures: row.failures, problem: { code, detail: null } };
  context.submissions.queue(row.id, next, context.clock.now());
}

/** The service may have the create: the service is asked after `waitMs`, and nothing is sent again before. */
function unconfirm(
  { submissions, quarantine, clock }: OutboxContext,
  id: string,
  problem: Problem,
  waitMs: number,
  failures = 0,
): void {
  const now = clock.now();
  quarantine.begin(id);
  submissions.unconfirm(id, { nextAt: now + waitMs, failures, problem }, now);
}

/** The service did not take the create. Another station had the folder meanwhile, and may have sent the same documents. */
function doubt(context: OutboxContext, { id, failures }: SubmissionRow): void {
  unconfirm(context, id, { code: 'station.perhaps', detail: null }, 0, failures);
}

/** This attempt took nothing to the service. Another station that had the folder meanwhile may have. */
function putBack(context: OutboxContext, row: SubmissionRow, next: NextTry): void {
  if (context.submissions.isDoubted(row.id)) doubt(context, row);
  else context.submissions.queue(row.id, next, context.clock.now());
}

/**
 * A device in between did not let this document through. The create may have arrived all the same, and a service may show a Task a little
 * later, so the create is refused (see reconcile.ts) only after the quarantine. If the device blocks all creates, the lane pauses once and
 * no document is refused; a create that did not arrive then queues behind the others, so that the next probe is another document.
 */
function settleBlocked(context: OutboxContext, { id }: SubmissionRow, problem: Problem): void {
  const { lanes } = context;
  if (!lanes.noteBlocked(id)) {
    lanes.passed(null);
    unconfirm(context, id, problem, FIRST_LOOK_MS);
    return;
  }
  const all: Problem = { code: 'service.blocked-all', detail: null };
  lanes.pauseLane('creates', all, 0);
  unconfirm(context, id, all, FIRST_LOOK_MS);
}

async function settleFailure(
  context: OutboxContext,
  row: SubmissionRow,
  files: readonly SentFileRow[],
  failure: Failure,
  job: Job,
): Promise<void> {
  const { submissions, clock, random, lanes } = context;
  const decision = decideCreate(failure);
  const now = clock.now();
  const failures = row.failures + 1;
  // A paused lane is not the row's fault: the row is due before the others, and its backoff does not grow.
  const giveBack = (problem: Problem) =>
    putBack(context, row, { nextAt: IN_ITS_PLACE, failures: row.failures, problem });
  const tryAgain = (problem: Problem, delay: Parameters<typeof backoffMs>[2]) =>
    putBack(context, row, { nextAt: now + backoffMs(random, failures, delay), failures, problem });
  switch (decision.do) {
    case 'try-again':
      tryAgain(decision.problem, decision);
      return;
    case 'confirm': {
      const { minimumMs, problem } = decision;
      const wait = minimumMs > FIRST_LOOK_MS ? backoffMs(random, 0, { minimumMs }) : FIRST_LOOK_MS;
      unconfirm(context, row.id, problem, wait);
      return;
    }
    case 'reject':
      if (decision.problem.code === 'service.blocked') return settleBlocked(context, row, decision.problem);
      lanes.passed('creates');
      if (submissions.isDoubted(row.id)) doubt(context, row);
      else if (mayExist(row, failure)) await settleRefusal(context, row, decision.problem, job);
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
      // Even if the copies are lost, the other station may have sent the documents.
      else if (submissions.isDoubted(row.id)) doubt(context, row);
      else rejectSubmission(context, row.id, decision.problem);
      return;
    default:
      assertNever(decision);
  }
}

/**
 * Whether a Task of this submission can exist although a create was refused. The refusal proves that this attempt made none. An earlier
 * attempt that was given up for lost may have made a Task since, and a service that requires unique external_ids (docs/service.md 4.2
 * leaves that open) then refuses every further attempt.
 *
 * @param row as it was before the attempt
 */
function mayExist(row: SubmissionRow, failure: Failure): boolean {
  return row.attempts > 0 || (failure.kind === 'refused' && failure.status === 409);
}

/** Asks the service before a person sees that the submission was refused (I2), because a person may send a refused submission anew. */
async function settleRefusal(
  context: OutboxContext,
  row: SubmissionRow,
  problem: Problem,
  { signal }: Job,
): Promise<void> {
  const { task, failure, signedBy } = await lookUpTask(context, row, signal);
  if (task !== null) {
    await settleFound(context, row, task);
    return;
  }
  // Another station may have sent the documents after this look-up.
  const isDenied = isDenial(failure) && !context.submissions.isDoubted(row.id);
  const denial = { by: 'externalId', except: null, signedBy, signal } as const;
  if (isDenied && (await positiveControl(context, denial)).is !== 'not-found') {
    rejectSubmission(context, row.id, problem);
    return;
  }
  const failures = row.failures + 1;
  unconfirm(context, row.id, problem, backoffMs(context.random, failures), failures);
}

/** Whether there is no such Task, or the service does not take the reference itself. A 404 without a message proves nothing. */
function isDenial(failure: Failure): boolean {
  if (failure.kind !== 'refused') return false;
  return failure.status === 404 ? failure.detail !== null : failure.status === 400 || failure.status === 422;
}
