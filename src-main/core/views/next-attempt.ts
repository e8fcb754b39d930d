import type { MessageRow, SubmissionRow } from '../ledger/tables/outbox-rows.ts';

/** The time of the next automatic attempt for a row, ISO 8601; null if none is planned, or if the row waits only for a paused lane. */
export function nextAttemptAt({
  ended_at: ended,
  state,
  next_at: at,
}: SubmissionRow | MessageRow): string | null {
  return ended === null && state !== 'sending' && at > 0 ? new Date(at).toISOString() : null;
}
