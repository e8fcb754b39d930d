import { isBeyond } from '../ledger/db/date-time.ts';
import type { TaskPage, TaskSummary } from '../service/schemas.ts';
import type { ListQuery } from '../service/service-client.ts';

export interface WalkPage {
  readonly tasks: readonly TaskSummary[];
  /** The time of the page's request, in milliseconds of the wall clock. */
  readonly asked: number;
  /** The uuids of the unreadable rows; null for a row whose uuid is unreadable too. */
  readonly unreadable: readonly (string | null)[];
}

export interface Walk {
  /** False if the walk lacks rows that the service counted, except rows that moved to the top during the walk. */
  readonly complete: boolean;
  readonly newest: string | null;
}

export interface Lister {
  list(query: ListQuery): Promise<TaskPage>;
  readonly now: () => number;
  readonly pageLength: number;
}

export const NEWEST_FIRST = {
  selectedDate: 'latest_status_change',
  orderBy: 'latest_status_change',
  sortAscending: false,
} as const;

/**
 * Reads a whole window of /task/list, newest change first. If a Task changes during the walk, the Task moves to the top, and a later page
 * repeats the rows below. In ascending order, the pages would skip rows instead. A Task may move from an unread page to the top; the next
 * walk then finds the Task.
 */
export async function walkChanges(
  lister: Lister,
  dateFrom: string | null,
  onPage: (page: WalkPage) => void,
): Promise<Walk> {
  const window = dateFrom === null ? {} : { dateFrom };
  const query: ListQuery = { ...NEWEST_FIRST, length: lister.pageLength, ...window };
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

/** Reads every page of a query. Returns the first page's count and its first readable `latest_status_change`. */
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
  // A Task with a date in the far future must not move the watermark past all other Tasks (I8).
  const believed = first.tasks.find((task) => !isBeyond(task.latest_status_change, lister.now()));
  return { first: first.count, newest: believed?.latest_status_change ?? null };
}
