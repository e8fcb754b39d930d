import { isBeyond } from '../ledger/db/date-time.ts';
import type { TaskPage, TaskSummary } from '../service/schemas.ts';
import type { ListQuery } from '../service/service-client.ts';

export interface WalkPage {
  readonly tasks: readonly TaskSummary[];
  /** When the page was asked for, wall clock in milliseconds. */
  readonly asked: number;
  /** The rows that could not be read: their uuids, or null where not even that could be. */
  readonly unreadable: readonly (string | null)[];
}

export interface Walk {
  /** False when rows that the service counted never came, and did not merely move to the top meanwhile. */
  readonly complete: boolean;
  readonly newest: string | null;
}

export interface Lister {
  /** One request to /task/list. */
  list(query: ListQuery): Promise<TaskPage>;
  readonly now: () => number;
  readonly pageLength: number;
}

/**
 * Reads a whole window of /task/list, newest change first. A Task that moves meanwhile goes to the top: rows below it
 * are repeated on a later page, never skipped, which ascending pages would do. The Task itself may have left the part
 * still to be read; it then lies above everything seen so far, where the next walk finds it.
 */
export async function walkChanges(
  lister: Lister,
  dateFrom: string | null,
  onPage: (page: WalkPage) => void,
): Promise<Walk> {
  const query: ListQuery = {
    selectedDate: 'latest_status_change',
    orderBy: 'latest_status_change',
    sortAscending: false,
    length: lister.pageLength,
    ...(dateFrom === null ? {} : { dateFrom }),
  };
  const seen = new Set<string>();
  let nameless = 0;
  const note = (page: WalkPage): void => {
    for (const task of page.tasks) seen.add(task.uuid);
    for (const uuid of page.unreadable) {
      if (uuid === null) nameless += 1;
      else seen.add(uuid);
    }
    onPage(page);
  };
  const counted = await readPages(lister, query, note);
  if (seen.size + nameless < counted.first && counted.newest !== null) {
    await readPages(lister, { ...query, dateFrom: counted.newest }, note);
  }
  return { complete: seen.size + nameless >= counted.first, newest: counted.newest };
}

/** Reads every page of a query; gives what the first one counted and the first `latest_status_change` on it that can be. */
export async function readPages(
  lister: Lister,
  query: ListQuery,
  onPage: (page: WalkPage) => void,
  goOn: (first: TaskPage) => boolean = () => true,
): Promise<{ first: number; newest: string | null }> {
  let offset = 0;
  let first: TaskPage | null = null;
  for (;;) {
    const asked = lister.now();
    const page = await lister.list({ ...query, offset });
    first ??= page;
    onPage({ tasks: page.tasks, asked, unreadable: page.unreadable });
    const rows = page.tasks.length + page.unreadable.length;
    offset += rows;
    if (rows === 0 || offset >= page.count || !goOn(first)) break;
  }
  // One Task with a date that cannot be must not lead past all others (I8).
  const believed = first.tasks.find((task) => !isBeyond(task.latest_status_change, lister.now()));
  return { first: first.count, newest: believed?.latest_status_change ?? null };
}
