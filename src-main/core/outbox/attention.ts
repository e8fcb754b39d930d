import type { SubmissionRow } from '../ledger/tables/outbox-rows.ts';

const PATIENCE_MS = 24 * 3_600_000;
/** How long it may stay unproven whether the service has a submission. */
export const UNPROVEN_PATIENCE_MS = 3_600_000;

/**
 * Whether a row needs a person: refused, or in trouble for a day (it goes on trying all the same;
 * docs/architecture.md 5); for an hour where the service cannot be believed.
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
