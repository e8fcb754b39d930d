import { earlierBy } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { earliestOpen } from '../ledger/tasks/task-queries.ts';
import type { TrackingScope } from '../ledger/tasks/task-row.ts';
import { type Lister, readPages, type WalkPage } from './walk.ts';

/* A second before the earliest open Task, because the service may compare dates with a precision of seconds. */
const MARGIN_MS = 1000;

/**
 * Finds Tasks that became `invalid`, the only status that leaves `latest_status_change` alone (docs/service.md 2.1). Such a
 * Task keeps the date on which it entered `processing`, which is never before the date of the oldest Task in flight. If the
 * service counts as many invalid Tasks as in the previous cycle with the same window, no Task joined, and the further pages
 * are not read.
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
