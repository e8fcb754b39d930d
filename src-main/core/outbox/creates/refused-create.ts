import type { Problem } from '../../../contract/problem.ts';
import type { SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { type Failure, ServiceError } from '../../service/service-failure.ts';
import { positiveControl, signature } from '../../tracking/positive-control.ts';
import { backoffMs } from '../backoff.ts';
import type { Job, OutboxContext } from '../context.ts';
import { refuseTaken } from './adoption.ts';
import { rejectSubmission, settleFound } from './submission-outcome.ts';

/**
 * Whether a Task of this submission can exist although a create was refused. The refusal proves that this attempt made
 * none; an earlier one that was given up for lost may have made one since, and a service that takes external_id for unique
 * (docs/service.md 4.2 leaves that open) then refuses every further one.
 *
 * @param row as it was before the attempt
 */
export function mayExist(row: SubmissionRow, failure: Failure): boolean {
  return row.attempts > 0 || (failure.kind === 'refused' && failure.status === 409);
}

/** Asks the service before a person is told that the submission was refused (I2): "refused" invites to send it anew. */
export async function settleRefusal(
  context: OutboxContext,
  row: SubmissionRow,
  problem: Problem,
  job: Job,
): Promise<void> {
  const { client, submissions, clock, random } = context;
  const { signal } = job;
  const signed = signature();
  let task: TaskDetails;
  try {
    task = await client.getTask({ externalId: row.external_id }, { signal, onSigned: signed.note });
    refuseTaken(context, task);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // The service was asked for what was sent from here, and perhaps before another station sent it.
    const isDenied = saysNo(error.failure) && !submissions.isDoubted(row.id);
    const denial = { by: 'externalId', except: null, signedBy: signed.by(), signal } as const;
    if (isDenied && (await positiveControl(context, denial)).is !== 'not-found') {
      rejectSubmission(context, row.id, problem);
      return;
    }
    const now = clock.now();
    const failures = row.failures + 1;
    context.quarantine.begin(row.id);
    submissions.unconfirm(row.id, { nextAt: now + backoffMs(random, failures), failures, problem }, now);
    return;
  }
  await settleFound(context, row, task);
}

/** There is no such Task, or the reference itself is what the service does not take. A 404 without its words proves nothing. */
function saysNo(failure: Failure): boolean {
  if (failure.kind !== 'refused') return false;
  return failure.status === 404 ? failure.detail !== null : failure.status === 400 || failure.status === 422;
}
