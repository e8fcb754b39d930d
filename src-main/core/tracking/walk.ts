import type { TaskPage, TaskSummary } from '../service/schemas.ts';
import type { ListQuery } from '../service/service-client.ts';

export interface WalkPage {
  readonly tasks: readonly TaskSummary[];
  /** The time of the page's request, in milliseconds of the wall clock. */
  readonly asked: number;
  /** The uuids of the rows that could not be parsed; null for a row whose uuid could not be parsed either. */
  readonly unreadable: readonly (string | null)[];
}

export interface Walk {
  /** Whether the walk found at least as many Tasks as the `count` of the first page. A row without a legible uuid is no Task that was found. */
  readonly complete: boolean;
  /** The latest `latest_status_change` that the walk found and believes; null without such a date. */
  readonly newest: string | null;
}

export interface Lister {
  list(query: ListQuery): Promise<TaskPage>;
  readonly now: () => number;
  readonly pageLength: number;
}

export interface ChangeLister extends Lister {
  /**
   * Whether a date of the service is not after the service's own time. A date that is not believed must not become the date at which the
   * next list begins, because that list would then miss all other changes (I8).
   */
  readonly believes: (date: string) => boolean;
}

export const NEWEST_FIRST = {
  selectedDate: 'latest_status_change',
  orderBy: 'latest_status_change',
  sortAscending: false,
} as const;

/**
 * Lists all Tasks that changed after `dateFrom`, or all Tasks if `dateFrom` is null, the newest change first. If a Task changes during the
 * walk, the Task moves to the top of the list, and later pages repeat rows. In ascending order, later pages would skip rows instead. A Task
 * that moves to the top from a page that was not read yet is missed. If the walk found fewer Tasks than the service counted, the newest
 * changes are read once more.
 */
export async function walkChanges(
  lister: ChangeLister,
  dateFrom: string | null,
  onPage: (page: WalkPage) => void,
): Promise<Walk> {
  const window = dateFrom === null ? {} : { dateFrom };
  const query: ListQuery = { ...NEWEST_FIRST, length: lister.pageLength, ...window };
  const seen = new Set<string>();
  let newest: string | null = null;
  let nameless = 0;
  const note = (page: WalkPage): void => {
    for (const task of page.tasks) seen.add(task.uuid);
    newest ??= page.tasks.map((task) => task.latest_status_change).find(lister.believes) ?? null;
    for (const uuid of page.unreadable) {
      if (uuid === null) nameless += 1;
      else seen.add(uuid);
    }
    onPage(page);
  };
  const counted = await readPages(lister, query, note);
  if (seen.size + nameless < counted && newest !== null)
    await readPages(lister, { ...query, dateFrom: newest }, note);
  return { complete: seen.size >= counted, newest };
}

/**
 * Reads all pages of a query; only the first page if `goOn` returns false for the first page. Returns the `count` of the first page.
 */
export async function readPages(
  lister: Lister,
  query: ListQuery,
  onPage: (page: WalkPage) => void,
  goOn: (first: TaskPage) => boolean = () => true,
): Promise<number> {
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
  return first.count;
}
