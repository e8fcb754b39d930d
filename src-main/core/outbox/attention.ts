import type { OutboxState } from '../ledger/rows.ts';

const PATIENCE_MS = 24 * 3_600_000;

/**
 * Whether a row needs a person: refused, or in trouble for a day (it goes on trying all the same;
 * docs/architecture.md 5).
 */
export function needsAttention(
  row: { readonly state: OutboxState; readonly problem_since: number | null },
  now: number,
): boolean {
  if (row.state === 'rejected') return true;
  const open = row.state === 'queued' || row.state === 'sending' || row.state === 'unconfirmed';
  return open && row.problem_since !== null && now - row.problem_since >= PATIENCE_MS;
}
