import type { MessageRow, SubmissionRow } from '../ledger/tables/outbox-rows.ts';

/** When a row goes, or is asked about, by itself; null where it does not, or where only a pause of its lane keeps it. */
export function nextAttemptAt({
  ended_at: ended,
  state,
  next_at: at,
}: SubmissionRow | MessageRow): string | null {
  return ended === null && state !== 'sending' && at > 0 ? new Date(at).toISOString() : null;
}
