import { assertNever } from '../../../contract/assert-never.ts';
import type { SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { ServiceError } from '../../service/service-failure.ts';
import { backoffMs } from '../backoff.ts';
import type { Job, OutboxContext } from '../context.ts';
import { decideLookUp } from '../policy.ts';
import { rejectSubmission, settleFound } from './submission-outcome.ts';

/**
 * Whether a create may start with the external_id of the submission. An external_id that a person chose may belong to a Task already. The
 * contract does not say whether the service refuses a second Task with the same external_id (docs/service.md 4.2). With two such Tasks, a
 * look-up by external_id would prove nothing (I2), so this function asks the service first. If the result is false, this function has
 * already queued, settled or rejected the submission.
 */
export async function mayUseReference(
  context: OutboxContext,
  row: SubmissionRow,
  job: Job,
): Promise<boolean> {
  // Only a submission of a drop can have an external_id that a person chose. Every other external_id contains the unique submission id.
  if (row.origin !== 'drop' || row.external_id === row.id) return true;
  const { client, submissions, lanes, clock, random } = context;
  const again = (nextAt: number, failures: number, problem: Parameters<typeof rejectSubmission>[2]) =>
    submissions.queue(row.id, { nextAt, failures, problem }, clock.now());
  let task: TaskDetails;
  try {
    task = await client.getTask({ externalId: row.external_id }, { signal: job.signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const decision = decideLookUp(error.failure);
    switch (decision.do) {
      case 'missing':
        return true;
      case 'try-again': {
        const failures = row.failures + 1;
        again(clock.now() + backoffMs(random, failures, decision), failures, decision.problem);
        return false;
      }
      case 'pause-all':
        lanes.pauseAll(decision.problem, decision.forMs, job.epoch);
        again(row.next_at, row.failures, decision.problem);
        return false;
      default:
        return assertNever(decision);
    }
  }
  if (row.attempts > 0) await settleFound(context, row, task);
  else rejectSubmission(context, row.id, { code: 'service.reference-taken', detail: null });
  return false;
}
