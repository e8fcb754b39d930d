import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { type Ledger, readColumn, readNumber, readOne } from '../db/ledger.ts';
import { searchCondition, type Values } from './task-search.ts';

/** The maximum length of `Journey.uuids`. A limit is necessary, because a folder rule may give every Task the same key. */
const TASKS_PER_JOURNEY = 50;
// The number of Tasks that the search reads before other work runs. Each slice is twice as large as the slice before, up to `most`.
const SLICE = { first: 500, most: 20_000 } as const;

export interface Journey {
  readonly key: string;
  readonly count: number;
  /** The uuids of the newest Tasks with the key, from the oldest to the newest. */
  readonly uuids: readonly string[];
}

const SHARED =
  'EXISTS (SELECT 1 FROM task AS other WHERE other.journey = task.journey AND other.uuid <> task.uuid)';
const placeSchema = z.object({ us: z.int(), uuid: z.string() });

/**
 * Returns a page of the journeys with a Task that matches `search`, the newest matching Task first. A journey is a key that at least two
 * Tasks share. `more`: whether another page follows. `current` returns the open ledger, or throws if no ledger is open.
 */
export async function findJourneys(
  current: () => Ledger,
  { search, offset, length }: { search: string; offset: number; length: number },
  firstSlice: number = SLICE.first,
): Promise<{ more: boolean; journeys: Journey[] }> {
  const wanted = offset + length;
  const keys = await newestKeys(current, search, wanted, firstSlice);
  const journeys = keys.slice(offset, wanted).map((key) => tasksOf(current(), key));
  return { more: keys.length > wanted, journeys };
}

// Returns the keys of matching journeys, the newest matching Task first. Stops as soon as more than `wanted` keys are found.
async function newestKeys(
  current: () => Ledger,
  search: string,
  wanted: number,
  firstSlice: number,
): Promise<string[]> {
  const keys = new Set<string>();
  let before: z.infer<typeof placeSchema> | null = { us: Number.MAX_SAFE_INTEGER, uuid: '' };
  let slice = firstSlice;
  while (before !== null && keys.size <= wanted && hasKeys(current())) {
    const end = endOfSlice(current(), before, slice);
    const found = keysIn(current(), BETWEEN, search, {
      ...before,
      endUs: end?.us ?? Number.MIN_SAFE_INTEGER,
      endUuid: end?.uuid ?? '',
    });
    for (const key of found) keys.add(key);
    before = end;
    slice = Math.min(SLICE.most, 2 * slice);
    if (before !== null) await nextTurn();
  }
  return [...keys];
}

const BETWEEN = 'task WHERE (created_us, uuid) < (@us, @uuid) AND (created_us, uuid) >= (@endUs, @endUuid)';

// Returns each key that a Task matching `where` and `search` shares with another Task. The key of the newest matching Task comes first.
function keysIn(ledger: Ledger, where: string, search: string, values: Values): string[] {
  const condition = searchCondition(search);
  const rows = ledger.db.prepare(
    `SELECT journey, MAX(created_us) AS newest FROM ${where} AND journey IS NOT NULL
       ${condition === null ? '' : `AND ${condition.sql}`} AND ${SHARED}
     GROUP BY journey ORDER BY newest DESC, journey`,
  );
  return readColumn(rows, z.string(), { ...values, ...condition?.values });
}

export function journeyOf(ledger: Ledger, key: string): Journey | null {
  const journey = tasksOf(ledger, key);
  return journey.uuids.length > 1 ? journey : null;
}

function tasksOf(ledger: Ledger, key: string): Journey {
  const tasks = ledger.prepared(
    'SELECT uuid FROM task WHERE journey = ? ORDER BY created_us DESC, uuid DESC LIMIT ?',
  );
  const uuids = readColumn(tasks, z.string(), key, TASKS_PER_JOURNEY).reverse();
  const count = readNumber(ledger.prepared('SELECT COUNT(*) FROM task WHERE journey = ?'), key);
  return { key, count, uuids };
}

function hasKeys(ledger: Ledger): boolean {
  return readNumber(ledger.prepared('SELECT 1 FROM task WHERE journey IS NOT NULL LIMIT 1')) === 1;
}

// Tasks are read from the newest to the oldest. Returns the oldest of the `slice` Tasks that come next after the given Task in this order;
// null if fewer Tasks remain.
function endOfSlice(ledger: Ledger, { us, uuid }: z.infer<typeof placeSchema>, slice: number) {
  const end = ledger.prepared(
    `SELECT created_us AS us, uuid FROM task WHERE (created_us, uuid) < (?, ?)
     ORDER BY created_us DESC, uuid DESC LIMIT 1 OFFSET ?`,
  );
  return readOne(end, placeSchema, us, uuid, slice - 1);
}
