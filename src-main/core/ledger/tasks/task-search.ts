import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { TaskQuery } from '../../../contract/verbs/tasks.ts';
import { PlainError } from '../../plain-error.ts';
import { instantOf, microsOf } from '../db/date-time.ts';
import { jsonColumn, type Ledger, readColumn, readNumber, readOne } from '../db/ledger.ts';
import { fold } from './list-columns.ts';

interface Reach {
  /** The number of Tasks read before other work runs. */
  readonly slice: number;
  /** The number of newest Tasks that `extent: 'newest'` searches. Without a match, the search continues to the first match. */
  readonly newest: number;
}

const REACH: Reach = { slice: 50_000, newest: 50_000 };
/** The maximum number of matches that a search sorts directly. For few old matches, sorting is faster than an index of the sort order. */
const SORTED = 20_000;

const sliceSchema = z.object({ count: z.int(), ids: z.string() });
const idsSchema = jsonColumn(z.array(z.int()));

/** A page of Tasks. `count` is the number of all matches; `whole` is true if the search read all Tasks. */
export interface TaskPage {
  readonly count: number;
  readonly uuids: readonly string[];
  readonly whole: boolean;
}

/**
 * Returns one page of the Tasks that match a query. A search reads slices of the Tasks, newest first, and lets other work run between two
 * slices. With `extent: 'newest'` the search stops after the newest Tasks, or after the first slice with a match.
 *
 * @param current returns the ledger in use, or throws without a ledger
 */
export async function searchTasks(
  current: () => Ledger,
  query: TaskQuery,
  { slice, newest }: Reach = REACH,
): Promise<TaskPage> {
  const ledger = current();
  if (searchCondition(query.search) === null || hasFew(ledger, query))
    return { ...pageOfTasks(ledger, query), whole: true };
  const { conditions, values } = conditionsOf(query);
  const read = ledger.db.prepare(
    `SELECT COUNT(*) AS count, json_group_array(rowid) AS ids FROM task
     WHERE rowid > @after AND rowid <= @upTo AND ${allOf(conditions, false)}`,
  );
  // The highest rowid also serves as the number of Tasks (`among`), which is never higher.
  const top = readNumber(ledger.prepared('SELECT MAX(rowid) FROM task'));
  const ids: number[] = [];
  let count = 0;
  let whole = true;
  for (let upTo = top; upTo > 0; upTo -= slice) {
    whole = query.extent === 'all' || count === 0 || top - upTo < newest;
    if (!whole) break;
    if (upTo < top) await nextTurn();
    // During the wait, a restore may have replaced the ledger. The rowids of the old ledger mean nothing in the new ledger.
    if (current() !== ledger) return await searchTasks(current, query, { slice, newest });
    const found = readOne(read, sliceSchema, { ...values, after: upTo - slice, upTo });
    count += found?.count ?? 0;
    if (found !== null && count <= SORTED) ids.push(...idsSchema.parse(found.ids));
  }
  const found: Found = { count, ids: count <= SORTED ? ids : null, among: top };
  return { count, uuids: pageOfFound(ledger, query, found), whole };
}

/** Whether so few Tasks match the other filters that an index over the filters is faster than reading the texts of all Tasks. */
function hasFew(ledger: Ledger, query: TaskQuery): boolean {
  const { conditions, values } = conditionsOf({ ...query, search: '' });
  if (conditions.length === 0) return false;
  const some = ledger.db.prepare(
    `SELECT COUNT(*) FROM (SELECT 1 FROM task ${whereOf(conditions, true)} LIMIT ${FEW + 1})`,
  );
  return readNumber(some, values) <= FEW;
}

/** The maximum number of Tasks that a query collects through the index of another filter and then sorts. */
const FEW = 3_000;
/** The maximum number of Tasks that a query reads along the index of the sort order. If a page needs more, the query sorts all matches. */
const STEPS = 20_000;

const SORT_KEYS = {
  created: 'created_us',
  latest_status_change: 'changed_us',
  cleared: 'cleared_us',
  name: 'name COLLATE NOCASE',
  id: 'uuid',
  external_id: 'external_id',
} as const;

interface Found {
  readonly count: number;
  /** The rowids of the matches; null if there are too many matches to sort directly. */
  readonly ids: readonly number[] | null;
  readonly among: number;
}

/** Returns a page as `searchTasks` does, but in one read without pauses for other work. */
export function pageOfTasks(ledger: Ledger, query: TaskQuery): { count: number; uuids: string[] } {
  const { conditions, values } = conditionsOf(query);
  if (conditions.length === 0)
    return { count: countOfAll(ledger), uuids: page(ledger, query, '', {}, false) };
  const where = whereOf(conditions, true);
  const some = readColumn(
    ledger.db.prepare(`SELECT rowid FROM task ${where} LIMIT ${FEW + 1}`),
    z.int(),
    values,
  );
  const found: Found =
    some.length <= FEW
      ? { count: some.length, ids: some, among: some.length }
      : { count: countOf(ledger, where, values), ids: null, among: countOfAll(ledger) };
  return { count: found.count, uuids: pageOfFound(ledger, query, found) };
}

function pageOfFound(ledger: Ledger, query: TaskQuery, { count, ids, among }: Found): string[] {
  if (query.offset >= count) return [];
  if (ids !== null) {
    const few = 'WHERE rowid IN (SELECT value FROM json_each(@ids))';
    return page(ledger, query, few, { ids: JSON.stringify(ids) }, true);
  }
  const { conditions, values } = conditionsOf(query);
  const sorted = ((query.offset + query.length) / count) * among > STEPS;
  return page(ledger, query, whereOf(conditions, sorted), values, sorted);
}

function whereOf(conditions: readonly Condition[], first: boolean): string {
  return `WHERE ${allOf(conditions, first)}`;
}

function allOf(conditions: readonly Condition[], first: boolean): string {
  return conditions.map(({ sql }) => sql(first)).join(' AND ');
}

function countOf(ledger: Ledger, where: string, values: Values): number {
  return readNumber(ledger.db.prepare(`SELECT COUNT(*) FROM task ${where}`), values);
}

const countOfAll = (ledger: Ledger): number => countOf(ledger, '', {});

function page(ledger: Ledger, query: TaskQuery, where: string, values: Values, sorted: boolean): string[] {
  const rows = ledger.db.prepare(
    `SELECT uuid FROM task ${where} ORDER BY ${orderOf(query, sorted)} LIMIT @length OFFSET @offset`,
  );
  const { length, offset } = query;
  return readColumn(rows, z.string(), { ...values, length, offset });
}

// The uuid breaks ties, so that pages do not overlap. As at the service, Tasks without a value come last in both directions.
function orderOf(query: TaskQuery, sorted: boolean): string {
  const direction = query.sort_ascending ? 'ASC' : 'DESC';
  const key = `${sorted ? '+' : ''}${SORT_KEYS[query.order_by]} ${direction} NULLS LAST`;
  return query.order_by === 'id' ? key : `${key}, uuid ${direction}`;
}

const DAY_US = 86_400_000_000;
const DATES = { created: 'created_us', latest_status_change: 'changed_us', cleared: 'cleared_us' } as const;

interface Condition {
  /** With `first`, SQLite may use an index of the condition; otherwise SQLite uses the index of the sort order. */
  readonly sql: (first: boolean) => string;
}

export type Values = Record<string, string | number>;

/** Returns the SQL conditions of a query. @throws PlainError `tasks.date` */
function conditionsOf(query: TaskQuery): { conditions: Condition[]; values: Values } {
  const conditions: Condition[] = [];
  const values: Values = {};
  const add = (sql: Condition['sql'], more: Values = {}): void => {
    conditions.push({ sql });
    Object.assign(values, more);
  };
  const column = (name: string, first: boolean) => (first ? name : `+${name}`);

  const search = searchCondition(query.search);
  if (search !== null) add(() => search.sql, search.values);
  for (const name of ['status', 'task_type'] as const) {
    if (query[name].length === 0) continue;
    add((first) => `${column(name, first)} IN (SELECT value FROM json_each(@${name}))`, {
      [name]: JSON.stringify(query[name]),
    });
  }
  if (query.cleared !== null) add(() => `+cleared_us IS ${query.cleared ? 'NOT NULL' : 'NULL'}`);
  if (!query.tests) add(() => 'test = 0');
  if (query.denied !== null) add(() => `denied_since IS ${query.denied ? 'NOT NULL' : 'NULL'}`);
  if (query.folder !== null)
    // The index over folders is sorted by creation within each folder, so the index also serves a list that is sorted by creation.
    add((first) => `${column('folder_id', first || query.order_by === 'created')} = @folder`, {
      folder: query.folder,
    });
  const date = DATES[query.selected_date];
  if (query.date_from !== null)
    add((first) => `${column(date, first)} > @after`, { after: boundOf(query.date_from ?? '', 'from') });
  if (query.date_to !== null)
    add((first) => `${column(date, first)} <= @until`, { until: boundOf(query.date_to ?? '', 'to') });
  const verdict = verdictCondition(query);
  if (verdict !== null) add(verdict.sql, verdict.values);
  return { conditions, values };
}

/** Returns the condition by which a search text finds a Task; null for an empty text. A uuid must begin with the text. */
export function searchCondition(text: string): { sql: string; values: Record<string, string> } | null {
  const search = fold(text).trim();
  if (search === '') return null;
  const mayBeId = /^[0-9a-f-]+$/.test(search);
  const id = mayBeId ? ` OR (uuid >= @search AND uuid < @search || 'g')` : '';
  return { sql: `(instr(search_text, @search) > 0${id})`, values: { search } };
}

function verdictCondition({ code, outcome }: TaskQuery): (Condition & { values: Values }) | null {
  if (code === null && outcome === null) return null;
  const parts = [
    ...(code === null ? [] : ['code = @code']),
    ...(outcome === null ? [] : ['approved = @approved']),
  ].join(' AND ');
  return {
    sql: (first) =>
      first
        ? `uuid IN (SELECT task_uuid FROM task_verdict WHERE ${parts})`
        : `EXISTS (SELECT 1 FROM task_verdict WHERE task_uuid = task.uuid AND ${parts})`,
    values: {
      ...(code === null ? {} : { code }),
      ...(outcome === null ? {} : { approved: outcome === 'approved' ? 1 : 0 }),
    },
  };
}

/**
 * Returns a bound of a date window in microseconds: `from` is exclusive, `to` inclusive (docs/service.md 4.4). A plain date is a day in
 * UTC: `from` is its first instant, `to` its last.
 *
 * @throws PlainError `tasks.date`
 */
function boundOf(text: string, side: 'from' | 'to'): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  try {
    instantOf(isDay ? `${text}T00:00:00Z` : text);
  } catch (cause) {
    throw new PlainError(
      'tasks.date',
      'A date of the filter is not valid, so nothing was searched.',
      'Write the date like 2026-11-20, or choose the date from the calendar.',
      { cause },
    );
  }
  if (!isDay) return microsOf(text);
  const start = microsOf(`${text}T00:00:00Z`);
  return side === 'from' ? start : start + DAY_US - 1;
}
