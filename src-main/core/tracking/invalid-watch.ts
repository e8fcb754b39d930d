import { earlierBy } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { earliestOpen } from '../ledger/tasks/task-queries.ts';
import type { TrackingScope } from '../ledger/tasks/task-row.ts';
import { type Lister, readPages, type WalkPage } from './walk.ts';

/* Below the second of the earliest open Task, whatever precision the service compares dates in. */
const MARGIN_MS = 1000;

/**
 * Looks for Tasks that became `invalid`, the one status that does not touch `latest_status_change`
 * (docs/service.md 2.1): such a Task still carries the date on which it entered `processing`, at the earliest that of
 * the oldest Task known as in flight. When the service counts more of them than fit a page, and as many as at the last
 * look through the same window, nothing has joined them and the other pages are not read.
 */
export function createInvalidWatch(ledger: Ledger, scope: TrackingScope) {
  let last: { from: string; count: number } | null = null;

  return async (lister: Lister, onPage: (page: WalkPage) => void): Promise<void> => {
    const from = earliestOpen(ledger, scope, 'not-waiting');
    if (from === null) return;
    const dateFrom = earlierBy(from, MARGIN_MS);
    const before = last;
    const counted = await readPages(
      lister,
      {
        status: ['invalid'],
        selectedDate: 'latest_status_change',
        orderBy: 'latest_status_change',
        sortAscending: false,
        length: lister.pageLength,
        dateFrom,
      },
      onPage,
      (first) => before?.from !== dateFrom || before.count !== first.count,
    );
    last = { from: dateFrom, count: counted.first };
  };
}
