import { assertNever } from '../../../contract/assert-never.ts';
import type { Problem } from '../../../contract/problem.ts';
import { problemOf, type SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import { whenDenied } from '../../ledger/tables/perhaps-sent.ts';
import { noteLag } from '../../ledger/tables/twins.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { type Failure, ServiceError } from '../../service/service-failure.ts';
import { positiveControl, signature } from '../../tracking/positive-control.ts';
import { backoffMs } from '../backoff.ts';
import type { Job, OutboxContext } from '../context.ts';
import { decideLookUp } from '../policy.ts';
import { lookUpTask } from './adoption.ts';
import { countPage, waitAfterPage } from './create-notes.ts';
import { rejectSubmission, settleFound } from './submission-outcome.ts';

interface Asked {
  readonly at: number;
  readonly signedBy: string | null;
  readonly signal: AbortSignal;
}

export const NO_ANSWER: Problem = { code: 'service.no-answer', detail: null };
/** Replaces the random number of `backoffMs`, so that each look-up of a submission computes the same quarantine. */
const MEAN_JITTER = 0.5;
/** The greatest length of a page of the list (docs/service.md 4.4). */
const PAGE = 200;

/** Looks up the Task of an unconfirmed submission. Without such a Task, queues the submission after the quarantine (I2). */
export async function reconcile(context: OutboxContext, id: string, job: Job): Promise<void> {
  const row = context.submissions.get(id);
  if (row?.state !== 'unconfirmed') return;
  // The quarantine gets the start time of the request, because the response may describe the state at that time.
  const at = context.clock.monotonic();
  const { task, failure, signedBy } = await lookUpTask(context, row, job.signal);
  if (task === null) {
    await settleNoTask(context, row, failure, { at, signedBy, signal: job.signal }, job.epoch);
    return;
  }
  context.lanes.passed(null);
  // The service denied this Task before, so it shows new Tasks late.
  if (row.misses > 0 && row.last_sent_at !== null)
    noteLag(context.ledger, (context.clock.now() - row.last_sent_at) / 1000, context.clock.now());
  await settleFound(context, row, task);
}

async function settleNoTask(
  context: OutboxContext,
  row: SubmissionRow,
  failure: Failure,
  asked: Asked,
  epoch: number,
): Promise<void> {
  const { submissions, clock, dueTime, random, lanes } = context;
  const decision = decideLookUp(failure);
  // A failed look-up proves nothing about the submission, so the row keeps its problem.
  const problem = problemOf(row) ?? NO_ANSWER;
  const lookAgain = (nextAt: number, failures: number) =>
    submissions.lookAgain(row.id, { nextAt, failures, problem }, row.misses, clock.now());
  switch (decision.do) {
    case 'missing':
      lanes.passed(null);
      await countMiss(context, row, asked, problem);
      return;
    case 'try-again': {
      const failures = row.failures + 1;
      lookAgain(dueTime() + backoffMs(random, failures, decision), failures);
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

// Handles a look-up with the response 404. The 404 counts if the service then finds, with the same token, a control Task: another Task of
// this station that must exist (I2). The 404 also counts if this station has no control Task yet.
async function countMiss(
  context: OutboxContext,
  row: SubmissionRow,
  asked: Asked,
  problem: Problem,
): Promise<void> {
  const { submissions, clock, dueTime, random, quarantine, lanes } = context;
  const { id } = row;
  // If a person decides next, the 404 counts without a control Task, because the outbox does not send the submission again.
  const then = whenDenied(problem.code);
  const { signedBy, signal } = asked;
  const control = await positiveControl(context, { by: 'externalId', except: null, signedBy, signal });
  // A person may have changed the submission while the control Task was looked up.
  if (submissions.get(id)?.state !== 'unconfirmed') return;
  if (control.is === 'not-found' && then !== 'person') {
    leaveUnproven(context, row, problem);
    return;
  }
  const { misses, over, leftMs } = quarantine.miss(id, asked.at, leastQuarantineMs(context, row, problem));
  // While the lane is paused, no create can be sent, and the 404 would be outdated at the end of the pause.
  const isPaused = lanes.limit('creates', 1) === 0;
  if (!over || (isPaused && then !== 'person')) {
    const jitter = Math.round((random() * quarantine.spacingMs) / 10);
    const next = { nextAt: dueTime() + leftMs + jitter, failures: 0, problem: believed(problem) };
    submissions.lookAgain(id, next, misses, clock.now());
    return;
  }
  const refusal = refusalOfDenied(context, row, problem);
  if (refusal !== null) {
    rejectSubmission(context, id, refusal);
    return;
  }
  const listed = control.is === 'none-known' ? await findInList(context, row, asked) : 'nothing';
  if (submissions.get(id)?.state !== 'unconfirmed') return;
  if (listed === 'unknown') leaveUnproven(context, row, problem);
  else if (listed === 'nothing') sendAnew(context, row, problem);
  else await settleFound(context, row, listed);
}

// Returns the Task with the external_id of the submission from the newest Tasks of its type, `nothing` if they do not contain the Task, or
// `unknown` if the list gave no proof. As long as this station has no control Task, an answer of the list with the token of the look-up shows
// that the service itself answers (I2).
async function findInList(
  { client, submissions }: OutboxContext,
  row: SubmissionRow,
  { signedBy, signal }: Asked,
): Promise<TaskDetails | 'nothing' | 'unknown'> {
  const signed = signature();
  const query = {
    taskType: [row.task_type],
    orderBy: 'created',
    sortAscending: false,
    length: PAGE,
  } as const;
  try {
    const { tasks } = await client.listTasks(query, { signal, onSigned: signed.note });
    if (signed.by() === null || signed.by() !== signedBy) return 'unknown';
    const found = tasks.find((task) => task.external_id === row.external_id);
    if (found === undefined || submissions.madeTask(found.uuid)) return 'nothing';
    return await client.getTask({ uuid: found.uuid }, { signal });
  } catch (error) {
    if (error instanceof ServiceError) return 'unknown';
    throw error;
  }
}

// Returns the quarantine of the submission in milliseconds; 0 means the usual quarantine. After a wrong address or an unreadable response,
// the quarantine grows with each attempt, because the cause may last and each attempt may have made a Task (I2).
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

// Plans another look-up with a growing backoff. The problem of the row becomes `service.unproven`, unless the present problem decides what
// follows a 404 that counts.
function leaveUnproven(
  { submissions, clock, dueTime, random }: OutboxContext,
  row: SubmissionRow,
  problem: Problem,
): void {
  const failures = row.failures + 1;
  const keeps = whenDenied(problem.code) !== 'anew' || problem.code === 'service.no-such-address';
  const shown: Problem = keeps ? problem : { code: 'service.unproven', detail: null };
  const next = { nextAt: dueTime() + backoffMs(random, failures), failures, problem: shown };
  submissions.lookAgain(row.id, next, row.misses, clock.now());
}

// Returns the problem that the row shows after a 404 that counted. `service.unproven` no longer applies and becomes `service.no-answer`.
function believed(problem: Problem): Problem {
  return problem.code === 'service.unproven' ? NO_ANSWER : problem;
}

/** Returns the problem with which the submission is rejected after the last 404; null if the outbox may send the submission again. */
function refusalOfDenied({ ledger }: OutboxContext, { id }: SubmissionRow, problem: Problem): Problem | null {
  const then = whenDenied(problem.code);
  switch (then) {
    case 'person':
      return problem;
    case 'page':
      // Each attempt may have made a Task, although the response was unreadable. After the last allowed attempt, a person decides.
      return waitAfterPage(ledger, id) === null ? { code: 'service.unsaid', detail: problem.detail } : null;
    case 'anew':
      return null;
    default:
      return assertNever(then);
  }
}
