import type { SubmissionRow } from '../ledger/tables/outbox-rows.ts';

const PATIENCE_MS = 24 * 3_600_000;
/** How long a submission may wait for a proof whether the service has the submission. */
export const UNPROVEN_PATIENCE_MS = 3_600_000;

/**
 * Whether a row needs a person: the row was refused, or has had problems for a day, or for an hour if the denials of the service prove
 * nothing. The outbox goes on trying all the same (docs/architecture.md 5).
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
