import { z } from 'zod';
import { type Ledger, readAll, readOne } from './ledger.ts';
import { countSchema } from './outbox-rows.ts';
import { searchCondition } from './task-conditions.ts';

/** A rule that gives every Task the same key must not fill a page with thousands; the newest are shown. */
const TASKS_PER_JOURNEY = 50;

export interface Journey {
  readonly key: string;
  /** Oldest first. */
  readonly uuids: readonly string[];
}

/**
 * Keys that two Tasks or more share, the newest journey first: `key` alone where there is one, and with `search` those one of
 * whose Tasks is found by it.
 */
export function pageOfJourneys(
  ledger: Ledger,
  { key, search, offset, length }: { key: string | null; search: string; offset: number; length: number },
): { count: number; journeys: Journey[] } {
  const condition = searchCondition(search);
  const found =
    condition === null
      ? ''
      : `AND journey IN (SELECT journey FROM task WHERE journey IS NOT NULL AND ${condition.sql})`;
  const values = { ...condition?.values, ...(key === null ? {} : { key }) };
  const one = key === null ? '' : 'AND journey = @key';
  const shared = `SELECT journey AS key, MAX(created_us) AS newest FROM task WHERE journey IS NOT NULL ${one} ${found}
    GROUP BY journey HAVING COUNT(*) > 1`;
  const { count } = readOne(
    ledger.db.prepare(`SELECT COUNT(*) AS count FROM (${shared})`),
    countSchema,
    values,
  ) ?? { count: 0 };
  const keys = readAll(
    ledger.db.prepare(`${shared} ORDER BY newest DESC, key LIMIT @length OFFSET @offset`),
    z.object({ key: z.string() }),
    { ...values, offset, length },
  );
  const tasks = ledger.db.prepare(
    'SELECT uuid FROM task WHERE journey = ? ORDER BY created_us DESC, uuid DESC LIMIT ?',
  );
  return {
    count,
    journeys: keys.map((row) => ({
      key: row.key,
      uuids: readAll(tasks, z.object({ uuid: z.string() }), row.key, TASKS_PER_JOURNEY)
        .map(({ uuid }) => uuid)
        .reverse(),
    })),
  };
}
