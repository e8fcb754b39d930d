import type { SubmissionRow } from '../ledger/tables/outbox-rows.ts';

const PATIENCE_MS = 24 * 3_600_000;
/** The milliseconds after which a person must look at a submission if no look-up proves whether the service has the submission. */
export const UNPROVEN_PATIENCE_MS = 3_600_000;

/**
 * Whether a person must look at the submission: the submission was rejected, or is unfinished and has had a problem for a day.
 * An hour is enough if look-ups cannot prove whether the service has the submission.
 */
export function needsAttention(
  row: Pick<SubmissionRow, 'state' | 'problem_code' | 'problem_since'>,
  now: number,
): boolean {
  if (row.state === 'rejected') return true;
  const open = row.state === 'queued' || row.state === 'sending' || row.state === 'unconfirmed';
  const patience = row.problem_code === 'service.unproven' ? UNPROVEN_PATIENCE_MS : PATIENCE_MS;
  return open && row.problem_since !== null && now - row.problem_since >= patience;
}
