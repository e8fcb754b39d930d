import { assertNever } from '../../../contract/assert-never.ts';
import type { SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import { positiveControl } from '../../tracking/positive-control.ts';
import { backoffMs } from '../backoff.ts';
import type { Job, OutboxContext } from '../context.ts';
import { decideLookUp } from '../policy.ts';
import { lookUpTask } from './adoption.ts';
import { NO_ANSWER } from './reconcile.ts';
import { settleFound } from './submission-outcome.ts';

/**
 * Whether a create of a queued submission may start (I2). After an attempt that was answered, looks up the Task first, because no answer
 * proves that the service made no Task: a gateway may have replaced the answer. If the service also denies the control Tasks, the look-up
 * proves nothing, and the submission becomes unconfirmed. If the result is false, this function has already changed the submission.
 */
export async function mayStartCreate(context: OutboxContext, row: SubmissionRow, job: Job): Promise<boolean> {
  if (row.attempts === 0 || context.unsent.has(row.id)) return true;
  const { submissions, lanes, clock, dueTime, random, quarantine } = context;
  const { task, failure, signedBy } = await lookUpTask(context, row, job.signal);
  // A person may have changed the submission while the Task was looked up.
  if (submissions.get(row.id)?.state !== 'queued') return false;
  if (task !== null) {
    lanes.passed(null);
    await settleFound(context, row, task);
    return false;
  }
  const decision = decideLookUp(failure);
  const again = (nextAt: number, failures: number) =>
    submissions.queue(row.id, { nextAt, failures, problem: decision.problem }, clock.now());
  switch (decision.do) {
    case 'missing': {
      const denial = { by: 'externalId', except: null, signedBy, signal: job.signal } as const;
      const control = await positiveControl(context, denial);
      if (submissions.get(row.id)?.state !== 'queued') return false;
      if (control.is !== 'not-found') return true;
      const failures = row.failures + 1;
      const next = { nextAt: dueTime() + backoffMs(random, failures), failures, problem: NO_ANSWER };
      quarantine.begin(row.id);
      submissions.unconfirm(row.id, next, clock.now());
      return false;
    }
    case 'try-again': {
      const failures = row.failures + 1;
      again(dueTime() + backoffMs(random, failures, decision), failures);
      return false;
    }
    case 'pause-all':
      lanes.pauseAll(decision.problem, decision.forMs, job.epoch);
      again(row.next_at, row.failures);
      return false;
    default:
      return assertNever(decision);
  }
}
