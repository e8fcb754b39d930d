import type { TaskQuery } from '../../../contract/verbs/tasks.ts';
import { PlainError } from '../../plain-error.ts';
import { instantOf, microsOf } from '../db/instant.ts';
import { fold } from './task-texts.ts';

const DAY_US = 86_400_000_000;
const DATES = { created: 'created_us', latest_status_change: 'changed_us', cleared: 'cleared_us' } as const;

export interface Condition {
  /** SQL; `first` lets an index of this condition be used, otherwise the sort order comes first. */
  readonly sql: (first: boolean) => string;
}

export type Values = Record<string, string | number>;

/** What a query asks of a Task, in SQL: all of it together, with the values that stand in it. @throws PlainError `tasks.date` */
export function conditionsOf(query: TaskQuery): { conditions: Condition[]; values: Values } {
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
  if (query.denied !== null) add(() => `denied_since IS ${query.denied ? 'NOT NULL' : 'NULL'}`);
  if (query.folder !== null)
    // The index of folders is one of the order of creation too.
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

/** What Tasks are looked for by, folded, and whether it may begin a uuid; null where it is empty. */
export function searchOf(text: string): { search: string; mayBeId: boolean } | null {
  const search = fold(text).trim();
  return search === '' ? null : { search, mayBeId: /^[0-9a-f-]+$/.test(search) };
}

/** That a uuid begins with `@search`: every short number would be somewhere in most of them. */
export const ID_BEGINS = `(uuid >= @search AND uuid < @search || 'g')`;

/** The condition that a Task is found by a text, or null for an empty one. */
export function searchCondition(text: string): { sql: string; values: Record<string, string> } | null {
  const found = searchOf(text);
  if (found === null) return null;
  const { search, mayBeId } = found;
  return { sql: `(instr(search_text, @search) > 0${mayBeId ? ` OR ${ID_BEGINS}` : ''})`, values: { search } };
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
 * A bound of a date window in microseconds: `from` is exclusive, `to` inclusive (docs/service.md 4.4). A plain date
 * is a day in UTC: its first instant as `from`, the whole of it as `to`.
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
      'A date in the filter is not valid, so Clearfolder did not search.',
      'Enter a date such as 2026-11-20, or choose a date from the calendar.',
      { cause },
    );
  }
  if (!isDay) return microsOf(text);
  const start = microsOf(`${text}T00:00:00Z`);
  return side === 'from' ? start : start + DAY_US - 1;
}
