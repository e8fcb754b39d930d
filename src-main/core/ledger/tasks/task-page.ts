import { z } from 'zod';
import type { TaskQuery } from '../../../contract/verbs/tasks.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { countSchema } from '../tables/outbox-rows.ts';
import { type Condition, conditionsOf, type Values } from './task-conditions.ts';

/** Up to so many are picked out first and sorted then. */
export const FEW = 3_000;
/** An index of the sort order is followed when the page is likely to be full after so many Tasks; else all are sorted. */
const STEPS = 20_000;

const SORT_KEYS = {
  created: 'created_us',
  latest_status_change: 'changed_us',
  cleared: 'cleared_us',
  name: 'name COLLATE NOCASE',
  id: 'uuid',
  external_id: 'external_id',
} as const;

/** What a query finds. */
export interface Found {
  /** How many Tasks. */
  readonly count: number;
  /** Their rowids; null where they are too many to be sorted by themselves. */
  readonly ids: readonly number[] | null;
  /** How many Tasks there are among which it was looked. */
  readonly among: number;
}

/** The uuids of one page of Tasks, and how many match in all. */
export function pageOfTasks(ledger: Ledger, query: TaskQuery): { count: number; uuids: string[] } {
  const { conditions, values } = conditionsOf(query);
  if (conditions.length === 0)
    return { count: countOfAll(ledger), uuids: page(ledger, query, '', {}, false) };
  const where = whereOf(conditions, true);
  const some = readAll(
    ledger.db.prepare(`SELECT rowid AS id FROM task ${where} LIMIT ${FEW + 1}`),
    z.object({ id: z.int() }),
    values,
  );
  const found: Found =
    some.length <= FEW
      ? { count: some.length, ids: some.map((row) => row.id), among: some.length }
      : { count: countOf(ledger, where, values), ids: null, among: countOfAll(ledger) };
  return { count: found.count, uuids: pageOfFound(ledger, query, found) };
}

/** The uuids of one page of what was found. */
export function pageOfFound(ledger: Ledger, query: TaskQuery, { count, ids, among }: Found): string[] {
  if (query.offset >= count) return [];
  if (ids !== null) {
    const few = 'WHERE rowid IN (SELECT value FROM json_each(@ids))';
    return page(ledger, query, few, { ids: JSON.stringify(ids) }, true);
  }
  const { conditions, values } = conditionsOf(query);
  const sorted = ((query.offset + query.length) / count) * among > STEPS;
  return page(ledger, query, whereOf(conditions, sorted), values, sorted);
}

/** The conditions as a WHERE; `first` lets an index of one of them be used. */
export function whereOf(conditions: readonly Condition[], first: boolean): string {
  return `WHERE ${allOf(conditions, first)}`;
}

export function allOf(conditions: readonly Condition[], first: boolean): string {
  return conditions.map(({ sql }) => sql(first)).join(' AND ');
}

function countOf(ledger: Ledger, where: string, values: Values): number {
  const counted = ledger.db.prepare(`SELECT COUNT(*) AS count FROM task ${where}`);
  return readOne(counted, countSchema, values)?.count ?? 0;
}

const countOfAll = (ledger: Ledger): number => countOf(ledger, '', {});

function page(ledger: Ledger, query: TaskQuery, where: string, values: Values, sorted: boolean): string[] {
  const rows = ledger.db.prepare(
    `SELECT uuid FROM task ${where} ORDER BY ${orderOf(query, sorted)} LIMIT @length OFFSET @offset`,
  );
  const { length, offset } = query;
  return readAll(rows, z.object({ uuid: z.string() }), { ...values, length, offset }).map(({ uuid }) => uuid);
}

// Ties are broken by uuid, so that pages do not overlap; what is not set comes last either way, as the service has it.
function orderOf(query: TaskQuery, sorted: boolean): string {
  const direction = query.sort_ascending ? 'ASC' : 'DESC';
  const key = `${sorted ? '+' : ''}${SORT_KEYS[query.order_by]} ${direction} NULLS LAST`;
  return query.order_by === 'id' ? key : `${key}, uuid ${direction}`;
}
