import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { earlierBy, laterOf } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { earliestCreated, openTasks } from '../ledger/tasks/task-queries.ts';
import type { TrackingScope } from '../ledger/tasks/task-row.ts';
import { noteUnlisted } from '../ledger/tasks/tasks.ts';
import type { ListQuery } from '../service/service-client.ts';
import { type ChangeLister, readPages, type WalkPage } from './walk.ts';

const CLEARED_EVERY_MS = 600_000;
const ALL_EVERY_MS = 3_600_000;
const OVERLAP_MS = 5_000;
/** The list of all Tasks begins this long before the earliest Task: the service may have hidden a still earlier Task of its submission. */
const BEFORE_FIRST_MS = 86_400_000;
const CLEARED_KEY = 'tracking.cleared-seen';

/**
 * Returns a function that finds changes of Tasks that leave `latest_status_change` as it is. One check regularly lists the cleared Tasks.
 * The other check lists all Tasks at most once an hour, one page in each cycle, sorted by id, so that no row moves between pages.
 */
export function createSweep(ledger: Ledger, scope: TrackingScope, clock: Clock) {
  const sweptKey = `tracking.swept-at.${scope}`;
  let clearedAt = clock.monotonic();
  let offset: number | null = null;
  /** The open Tasks that the list of all Tasks has not named yet, while the sweep reads the list page by page. */
  let unseen = new Set<string>();

  async function sweepCleared(lister: ChangeLister, onPage: (page: WalkPage) => void): Promise<void> {
    const seen = readState(ledger, CLEARED_KEY, z.string());
    const query: ListQuery = {
      cleared: true,
      selectedDate: 'cleared',
      orderBy: 'cleared',
      sortAscending: false,
      length: lister.pageLength,
      ...(seen === null ? {} : { dateFrom: earlierBy(seen, OVERLAP_MS) }),
    };
    let newest = seen;
    await readPages(
      lister,
      query,
      (page) => {
        onPage(page);
        for (const { cleared } of page.tasks) {
          if (cleared !== null && lister.believes(cleared)) newest = laterOf(newest, cleared);
        }
      },
      // The first check reads only one page, to learn the newest date. The list of all Tasks covers the earlier Tasks.
      () => seen !== null,
    );
    clearedAt = clock.monotonic();
    if (newest !== seen) writeState(ledger, CLEARED_KEY, newest);
  }

  function isListDue(): boolean {
    const now = clock.now();
    const at = readState(ledger, sweptKey, z.number());
    if (at === null || at > now) writeState(ledger, sweptKey, now);
    return at !== null && at <= now && now - at >= ALL_EVERY_MS;
  }

  async function listPage(
    lister: ChangeLister,
    onPage: (page: WalkPage) => void,
    from: number,
  ): Promise<void> {
    const first = scope === 'station' ? earliestCreated(ledger, scope) : null;
    if (from === 0) unseen = new Set(openTasks(ledger, scope));
    const asked = lister.now();
    const page = await lister.list({
      selectedDate: 'created',
      orderBy: 'id',
      sortAscending: true,
      length: lister.pageLength,
      offset: from,
      ...(first === null ? {} : { dateFrom: earlierBy(first, BEFORE_FIRST_MS) }),
    });
    onPage({ tasks: page.tasks, asked, unreadable: page.unreadable });
    const rows = page.tasks.length + page.unreadable.length;
    const next = from + rows;
    offset = rows === 0 || next >= page.count ? null : next;
    for (const uuid of [...page.tasks.map((task) => task.uuid), ...page.unreadable])
      if (uuid !== null) unseen.delete(uuid);
    if (offset !== null) return;
    // The service may have removed the Tasks in `unseen`, so tracking fetches their details.
    ledger.transaction(() => {
      for (const uuid of unseen) noteUnlisted(ledger, uuid, clock.now());
      writeState(ledger, sweptKey, clock.now());
    });
  }

  /** Reads the next page of the list of all Tasks if a page is due. Otherwise lists the cleared Tasks if this check is due. */
  return async (lister: ChangeLister, onPage: (page: WalkPage) => void): Promise<void> => {
    if (offset !== null || isListDue()) await listPage(lister, onPage, offset ?? 0);
    else if (clock.monotonic() - clearedAt >= CLEARED_EVERY_MS) await sweepCleared(lister, onPage);
  };
}
