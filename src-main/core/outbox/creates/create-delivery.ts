import { assertNever } from '../../../contract/assert-never.ts';
import type { Problem } from '../../../contract/problem.ts';
import { appendAudit, PROGRAM } from '../../audit/audit.ts';
import type { NextTry, SentFileRow, SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { type Failure, ServiceError } from '../../service/service-failure.ts';
import { positiveControl } from '../../tracking/positive-control.ts';
import { backoffMs } from '../backoff.ts';
import { type Elsewhere, type Job, type OutboxContext, refOf } from '../context.ts';
import { decideCreate, decideLookUp } from '../policy.ts';
import { lookUpTask, refuseOther } from './adoption.ts';
import { mayStartCreate } from './look-first.ts';
import { NO_ANSWER } from './reconcile.ts';
import { acceptSubmission, rejectSubmission, settleFound } from './submission-outcome.ts';

const FIRST_LOOK_MS = 1_000;
const OTHER_STATION_MS = 5_000;
// The due time of a row that keeps its place in the queue. The time is always past. The row does not get its previous due time again,
// because that time may come from a wall clock that was ahead.
const IN_ITS_PLACE = 0;

/** Sends a queued submission as `POST /task/create` (docs/service.md 4.2). The row is committed as *sending* before the request (I2). */
export async function deliverCreate(context: OutboxContext, id: string, job: Job): Promise<void> {
  const { submissions, client } = context;
  const row = submissions.get(id);
  if (row?.state !== 'queued') return;
  const files = submissions.files(id);
  const whyNot = () => context.guard.whyNot(row);
  // The retry of a person overrides the guard only as long as the guard has the same reason as at the time of the retry.
  const isVouched = () => context.vouched.get(id) === whyNot();
  const mayStart = async () => (await context.guard.mayCreate(row)) || isVouched();
  if (!(await mayStart())) {
    // If `mayCreate` just took over the lease, the submission is now unconfirmed and is looked up first.
    if (submissions.get(id)?.state !== 'queued') return;
    context.vouched.delete(id);
    leaveToOther(context, row, whyNot());
    return;
  }
  try {
    // The sign-in sends no document, so the submission becomes *sending* only after the sign-in.
    await client.ready({ signal: job.signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (submissions.get(id)?.state === 'queued') await settleFailure(context, row, files, error.failure, job);
    return;
  }
  if (job.signal.aborted || !(await mayStartCreate(context, row, job))) return;
  const parts = context.copies.parts(files);
  if (parts === null || (context.suspects.has(id) && !(await context.copies.intact(files)))) {
    rejectSubmission(context, id, { code: 'spool.missing', detail: null });
    return;
  }
  context.suspects.delete(id);
  if (!(await context.commit(() => begin(context, row)))) return;
  context.unsent.delete(id);
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
        // Between the check above and this call, another station may have taken and released the lease of the folder. Such a submission
        // (`isDoubted`) must not be sent.
        mayStart: async () => (await mayStart()) && !submissions.isDoubted(id),
        mayRepeat: async () => {
          const { failure } = await lookUpTask(context, row, job.signal);
          return failure !== null && decideLookUp(failure).do === 'missing';
        },
      },
    );
    refuseOther(context, row, details);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.failure.kind === 'not-sent') context.unsent.add(id);
    await settleFailure(context, row, files, error.failure, job);
    return;
  }
  context.lanes.passed('creates');
  await acceptSubmission(context, id, details);
}

/**
 * Records the intent to send, before the first byte is sent. Adds an audit entry for a submission of a folder. Documents that a person adds
 * already have an audit entry, with the name of the person (`submission.added`).
 */
function begin({ ledger, submissions, clock }: OutboxContext, row: SubmissionRow): boolean {
  const at = clock.now();
  if (!submissions.beginSending(row.id, at)) return false;
  if (row.folder_id !== null && row.first_sent_at === null) {
    const detail = { folder: row.folder_id };
    appendAudit(ledger, { at, actor: PROGRAM, action: 'submission.began', subject: row.id, detail });
  }
  return true;
}

function leaveToOther(context: OutboxContext, row: SubmissionRow, code: Elsewhere): void {
  // The scheduler does not start the submissions that `refused` names. Only other submissions need a delay here.
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

// Marks a submission as unconfirmed, because the service may have received the create request. The submission is looked up after `waitMs`
// milliseconds, before any new attempt.
function unconfirm(
  { submissions, quarantine, clock, dueTime }: OutboxContext,
  id: string,
  problem: Problem,
  waitMs: number,
  failures = 0,
): void {
  quarantine.begin(id);
  submissions.unconfirm(id, { nextAt: dueTime() + waitMs, failures, problem }, clock.now());
}

// Marks the submission as unconfirmed, because another station held the lease of the folder during the attempt and may have sent the same
// documents.
function doubt(context: OutboxContext, { id, failures }: SubmissionRow): void {
  unconfirm(context, id, { code: 'station.perhaps', detail: null }, 0, failures);
}

// Queues the submission again after the service did not accept the create. If another station may have sent the documents meanwhile, the
// submission becomes unconfirmed instead.
function putBack(context: OutboxContext, row: SubmissionRow, next: NextTry): void {
  if (context.submissions.isDoubted(row.id)) doubt(context, row);
  else context.submissions.queue(row.id, next, context.clock.now());
}

// Settles a create that a proxy or firewall blocked. The service may have received the create, so the submission becomes unconfirmed,
// and `reconcile.ts` rejects the submission only after the quarantine. If all creates are blocked, the lane pauses and nothing is rejected.
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
  const { submissions, dueTime, random, lanes } = context;
  const decision = decideCreate(failure);
  const failures = row.failures + 1;
  // A pause is not the fault of this submission. The submission keeps its place in the queue, and its backoff does not grow.
  const giveBack = (problem: Problem) =>
    putBack(context, row, { nextAt: IN_ITS_PLACE, failures: row.failures, problem });
  const tryAgain = (problem: Problem, delay: Parameters<typeof backoffMs>[2]) =>
    putBack(context, row, { nextAt: dueTime() + backoffMs(random, failures, delay), failures, problem });
  switch (decision.do) {
    case 'try-again':
      tryAgain(decision.problem, decision);
      return;
    case 'confirm': {
      const { minimumMs, problem, pause } = decision;
      if (pause !== undefined) lanes.pauseLane('creates', pause, minimumMs);
      const wait = minimumMs > FIRST_LOOK_MS ? backoffMs(random, 0, { minimumMs }) : FIRST_LOOK_MS;
      unconfirm(context, row.id, problem, wait);
      return;
    }
    case 'reject':
      if (decision.problem.code === 'service.blocked') return settleBlocked(context, row, decision.problem);
      lanes.passed('creates');
      if (submissions.isDoubted(row.id)) doubt(context, row);
      else await settleRefusal(context, row, decision.problem, job);
      return;
    case 'pause-lane':
      lanes.pauseLane('creates', decision.problem, decision.minimumMs);
      if (decision.othersFirst) tryAgain(decision.problem, decision);
      else giveBack(decision.problem);
      return;
    case 'pause-all':
      lanes.pauseAll(decision.problem, decision.forMs, job.epoch);
      giveBack(decision.problem);
      return;
    case 'check-copies':
      if (await context.copies.intact(files)) tryAgain({ code: 'spool.unread', detail: null }, {});
      else if (submissions.isDoubted(row.id)) doubt(context, row);
      else rejectSubmission(context, row.id, decision.problem);
      return;
    default:
      assertNever(decision);
  }
}

// Settles a refused create. The look-up of the Task comes before the rejection (I2): a gateway may have written the refusal after the service
// made the Task, or the service may refuse a second Task with the external_id of an earlier attempt (docs/service.md 4.2 leaves this open).
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
  const isDenied = isDenial(failure) && !context.submissions.isDoubted(row.id);
  const denial = { by: 'externalId', except: null, signedBy, signal } as const;
  if (isDenied && (await positiveControl(context, denial)).is !== 'not-found') {
    rejectSubmission(context, row.id, problem);
    return;
  }
  const failures = row.failures + 1;
  unconfirm(context, row.id, NO_ANSWER, backoffMs(context.random, failures), failures);
}

// Whether the response to the look-up proves that the service has no Task with this external_id (404), or refuses such an external_id (400,
// 422). A 404 without a message proves nothing, because a proxy may have sent the 404.
function isDenial(failure: Failure): boolean {
  if (failure.kind !== 'refused') return false;
  return failure.status === 404 ? failure.detail !== null : failure.status === 400 || failure.status === 422;
}
