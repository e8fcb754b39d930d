import type { HistoryEntryView } from '../../../src-main/contract/views/task.ts';

type Sent = Extract<HistoryEntryView, { kind: 'sent' }>;

const OPEN = ['queued', 'sending', 'unconfirmed'];
const ENDED = ['completed', 'failed', 'invalid'];

/** The newest edit of these kinds, where it has not reached the service yet; else null. */
export function pendingEdit(
  history: readonly HistoryEntryView[],
  kinds: readonly Sent['what'][],
): Sent | null {
  const newest = history.findLast((entry) => entry.kind === 'sent' && kinds.includes(entry.what));
  return newest?.kind === 'sent' && OPEN.includes(newest.state) ? newest : null;
}

/** Whether a Task in this status does not move on its own (docs/service.md 3). */
export function isEnded(status: string): boolean {
  return ENDED.includes(status);
}
