import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { say } from '../../../contract/say.ts';
import { searchWords } from '../../../contract/texts/find-words.ts';
import type { ExportQuery, TaskQuery } from '../../../contract/verbs/tasks.ts';
import { PlainError } from '../../plain-error.ts';
import { instantOf, microsOf } from '../db/date-time.ts';
import { jsonColumn, type Ledger, readColumn, readNumber, readOne } from '../db/ledger.ts';
import { putAwayRow } from './handling.ts';
import { fold } from './list-columns.ts';
import { findTexts } from './task-texts.ts';
import { UNENDED } from './tasks.ts';

interface Reach {
  /** The number of Tasks in a slice. A search reads one slice of the Tasks, then lets other work run. */
  readonly slice: number;
  // With `extent: 'newest'`, a search reads this number of the newest Tasks, and continues only if none of these Tasks matches.
  readonly newest: number;
}

const REACH: Reach = { slice: 10_000, newest: 10_000 };
// Up to this number of matches, SQLite collects and sorts all matches. With more matches, SQLite reads along an index, newest first; for
// few and old matches, that would be slow.
const SORTED = 5_000;

const sliceSchema = z.object({ count: z.int(), ids: z.string() });
const idsSchema = jsonColumn(z.array(z.int()));

/** A page of Tasks. `count`: the number of matches among the Tasks that the search read. `whole`: whether the search read all Tasks. */
export interface TaskPage {
  readonly count: number;
  readonly uuids: readonly string[];
  readonly whole: boolean;
  /** Whether the search used all document texts that contain the words; false if the search used only the newest (`findTexts`). */
  readonly textsWhole: boolean;
}

/**
 * Returns one page of the Tasks that match a query. A search reads slices, newest first, and lets other work run between two slices. With
 * `extent: 'newest'`, the search ends after the newest Tasks or after the first slice with a match. `current` returns the open ledger, or
 * throws.
 */
export async function searchTasks(
  current: () => Ledger,
  query: TaskQuery,
  { slice, newest }: Reach = REACH,
): Promise<TaskPage> {
  const ledger = current();
  if (query.search.trim() === '' || hasFew(ledger, query))
    return { ...pageOfTasks(ledger, query), whole: true };
  const asked = conditionsOf(ledger, query);
  const { conditions, values, textsWhole } = asked;
  const read = ledger.db.prepare(
    `SELECT COUNT(*) AS count, json_group_array(rowid) AS ids FROM task
     WHERE rowid > @after AND rowid <= @upTo AND ${allOf(conditions, false)}`,
  );
  // `top` is the highest rowid. The number of Tasks is never higher, so `top` is also an upper bound of that number (`Found.among`).
  const top = readNumber(ledger.prepared('SELECT MAX(rowid) FROM task'));
  const ids: number[] = [];
  let count = 0;
  let whole = true;
  for (let upTo = top; upTo > 0; upTo -= slice) {
    whole = query.extent === 'all' || count === 0 || top - upTo < newest;
    if (!whole) break;
    if (upTo < top) await nextTurn();
    // During `nextTurn`, a restore may have replaced the ledger. The rowids of the old ledger mean nothing in the new ledger.
    if (current() !== ledger) return await searchTasks(current, query, { slice, newest });
    const found = readOne(read, sliceSchema, { ...values, after: upTo - slice, upTo });
    count += found?.count ?? 0;
    if (found !== null && count <= SORTED) ids.push(...idsSchema.parse(found.ids));
  }
  const found: Found = { count, ids: count <= SORTED ? ids : null, among: top };
  return { count, uuids: pageOfFound(ledger, query, asked, found), whole, textsWhole };
}

// Whether at most `FEW` Tasks match the other filters. Reading these Tasks by an index is faster than reading all search texts.
function hasFew(ledger: Ledger, query: TaskQuery): boolean {
  const { conditions, values } = conditionsOf(ledger, { ...query, search: '' });
  if (conditions.length === 1) return false;
  const some = ledger.db.prepare(
    `SELECT COUNT(*) FROM (SELECT 1 FROM task ${whereOf(conditions, true)} LIMIT ${FEW + 1})`,
  );
  return readNumber(some, values) <= FEW;
}

/** If at most this number of Tasks match a query, SQLite finds them through the index of a filter and then sorts them. */
const FEW = 3_000;
// The maximum number of Tasks that a query reads along the index of the sort order. Beyond this, SQLite sorts all matches.
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
  /** The rowids of all matches if there are at most `FEW`, so that only these rows are sorted; otherwise null. */
  readonly ids: readonly number[] | null;
  readonly among: number;
}

/** Returns a page as `searchTasks` does, but reads everything at once, without pauses for other work. */
export function pageOfTasks(ledger: Ledger, query: TaskQuery): Omit<TaskPage, 'whole'> {
  const asked = conditionsOf(ledger, query);
  const { conditions, values, textsWhole } = asked;
  const where = whereOf(conditions, true);
  if (conditions.length === 1)
    return { count: countTasks(ledger), uuids: page(ledger, query, where, {}, false), textsWhole };
  const some = readColumn(
    ledger.db.prepare(`SELECT rowid FROM task ${where} LIMIT ${FEW + 1}`),
    z.int(),
    values,
  );
  const found: Found =
    some.length <= FEW
      ? { count: some.length, ids: some, among: some.length }
      : { count: countOf(ledger, where, values), ids: null, among: countTasks(ledger) };
  return { count: found.count, uuids: pageOfFound(ledger, query, asked, found), textsWhole };
}

/**
 * Returns the uuids of all Tasks that match, in the order of the query. A long export works through this list, so that the export contains
 * each Task once, even if Tasks change during the export.
 */
export function everyTask(ledger: Ledger, query: ExportQuery): string[] {
  const { conditions, values } = conditionsOf(ledger, query, Number.MAX_SAFE_INTEGER);
  const where = whereOf(conditions, true);
  const uuids = ledger.db.prepare(`SELECT uuid FROM task ${where} ORDER BY ${orderOf(query, true)}`).pluck();
  return z.array(z.string()).parse(uuids.all(values));
}

function pageOfFound(
  ledger: Ledger,
  query: TaskQuery,
  { conditions, values }: Conditions,
  { count, ids, among }: Found,
): string[] {
  if (query.offset >= count) return [];
  if (ids !== null) {
    const few = 'WHERE rowid IN (SELECT value FROM json_each(@ids))';
    return page(ledger, query, few, { ids: JSON.stringify(ids) }, true);
  }
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

/** Returns the number of all Tasks, without tests of a task type. Counting all Tasks by an index is faster than asking each Task. */
export const countTasks = (ledger: Ledger): number =>
  countOf(ledger, '', {}) - countOf(ledger, 'WHERE test = 1', {});

function page(ledger: Ledger, query: TaskQuery, where: string, values: Values, sorted: boolean): string[] {
  const rows = ledger.db.prepare(
    `SELECT uuid FROM task ${where} ORDER BY ${orderOf(query, sorted)} LIMIT @length OFFSET @offset`,
  );
  const { length, offset } = query;
  return readColumn(rows, z.string(), { ...values, length, offset });
}

// Tasks with equal sort keys are sorted by uuid, so that pages do not overlap. As at the service, Tasks without a sort key come last.
function orderOf(query: ExportQuery, sorted: boolean): string {
  const direction = query.sort_ascending ? 'ASC' : 'DESC';
  const key = `${sorted ? '+' : ''}${SORT_KEYS[query.order_by]} ${direction} NULLS LAST`;
  return query.order_by === 'id' ? key : `${key}, uuid ${direction}`;
}

const DAY_US = 86_400_000_000;
const DATES = { created: 'created_us', latest_status_change: 'changed_us', cleared: 'cleared_us' } as const;

/** SQL condition: the Task is gone, so a query shows the Task under the status `gone` and under no other status (I10). */
const GONE = `gone_since IS NOT NULL AND ${UNENDED}`;

interface Condition {
  // Returns the SQL of the condition. If `first` is true, SQLite may find the rows through an index over the column of the condition;
  // otherwise SQLite reads along the index of the sort order.
  readonly sql: (first: boolean) => string;
}

export type Values = Record<string, string | number>;

interface Conditions {
  readonly conditions: readonly Condition[];
  readonly values: Values;
  readonly textsWhole: boolean;
}

// SQL condition: the Task is no test of a task type. SQLite finds the few tests by an index and then reads no column of another Task.
const NO_TEST = 'rowid NOT IN (SELECT rowid FROM task WHERE test = 1)';

/** Returns the SQL conditions of a query, `NO_TEST` among them, and the values of their parameters. @throws PlainError `tasks.date` */
function conditionsOf(ledger: Ledger, query: ExportQuery, mostTexts?: number): Conditions {
  const conditions: Condition[] = [{ sql: () => NO_TEST }];
  const values: Values = {};
  const add = (sql: Condition['sql'], more: Values = {}): void => {
    conditions.push({ sql });
    Object.assign(values, more);
  };
  const column = (name: string, first: boolean) => (first ? name : `+${name}`);

  const search = searchCondition(ledger, query.search, mostTexts);
  if (search !== null) add(() => search.sql, search.values);
  const among = (name: 'status' | 'task_type') => `IN (SELECT value FROM json_each(@${name}))`;
  const json = (list: readonly string[]) => JSON.stringify(list);
  if (query.status.includes('gone'))
    add(() => `IIF(${GONE}, 'gone', status) ${among('status')}`, { status: json(query.status) });
  else if (query.status.length > 0)
    add((first) => `${column('status', first)} ${among('status')} AND NOT (${GONE})`, {
      status: json(query.status),
    });
  if (query.task_type.length > 0)
    add((first) => `${column('task_type', first)} ${among('task_type')}`, {
      task_type: json(query.task_type),
    });
  if (query.cleared !== null) add(() => `+cleared_us IS ${query.cleared ? 'NOT NULL' : 'NULL'}`);
  if (query.denied !== null) add(() => `denied_since IS ${query.denied ? 'NOT NULL' : 'NULL'}`);
  if (query.folder !== null)
    // The index `task_by_folder` sorts the Tasks of a folder by creation, so a list that is sorted by creation may use the index too.
    add((first) => `${column('folder_id', first || query.order_by === 'created')} = @folder`, {
      folder: query.folder,
    });
  if (query.assignee !== null)
    add(() => 'uuid IN (SELECT task_uuid FROM task_assignee WHERE name = @assignee)', {
      assignee: query.assignee,
    });
  if (query.put_away !== null)
    // SQLite and this process have the same local day, because SQLite uses the time zone of the process.
    add(() => `status = 'waiting' AND EXISTS (${putAwayRow(`date('now', 'localtime')`, query.put_away)})`);
  const date = DATES[query.selected_date];
  if (query.date_from !== null)
    add((first) => `${column(date, first)} > @after`, { after: boundOf(query.date_from ?? '', 'from') });
  if (query.date_to !== null)
    add((first) => `${column(date, first)} <= @until`, { until: boundOf(query.date_to ?? '', 'to') });
  const verdict = verdictCondition(query);
  if (verdict !== null) add(verdict.sql, verdict.values);
  return { conditions, values, textsWhole: search?.textsWhole ?? true };
}

/**
 * Returns the SQL condition that is true for a Task if `search_text` contains `text`, if the text that the service read contains all words
 * of `text`, or if the uuid begins with `text`. Returns null for an empty `text`.
 */
export function searchCondition(
  ledger: Ledger,
  text: string,
  mostTexts?: number,
): { sql: string; values: Values; textsWhole: boolean } | null {
  const search = fold(text).trim();
  if (search === '') return null;
  const mayBeId = /^[0-9a-f-]+$/.test(search);
  const id = mayBeId ? ` OR (uuid >= @search AND uuid < @search || 'g')` : '';
  const texts = findTexts(ledger, searchWords(search), mostTexts);
  const read = texts.count === 0 ? '' : ' OR text_id IN (SELECT value FROM json_each(@texts))';
  return {
    sql: `(instr(search_text, @search) > 0${id}${read})`,
    values: { search, texts: texts.ids },
    textsWhole: texts.whole,
  };
}

function verdictCondition({ code, outcome }: ExportQuery): (Condition & { values: Values }) | null {
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

// Returns a bound of a date window in microseconds since the epoch: `from` is exclusive, and `to` is inclusive (docs/service.md 4.4). A
// date without a time means the first or last instant of the day in UTC. @throws PlainError `tasks.date`
function boundOf(text: string, side: 'from' | 'to'): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  try {
    instantOf(isDay ? `${text}T00:00:00Z` : text);
  } catch (cause) {
    throw new PlainError('tasks.date', say('ledger.dateFilterNotValid'), say('ledger.writeDateLike2026'), {
      cause,
    });
  }
  if (!isDay) return microsOf(text);
  const start = microsOf(`${text}T00:00:00Z`);
  return side === 'from' ? start : start + DAY_US - 1;
}
