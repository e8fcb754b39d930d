import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { TaskQuery } from '../../../contract/verbs/tasks.ts';
import { jsonColumn, type Ledger, readOne } from '../db/ledger.ts';
import { countSchema } from '../tables/outbox-rows.ts';
import { conditionsOf, searchCondition } from './task-conditions.ts';
import { allOf, FEW, type Found, pageOfFound, pageOfTasks, whereOf } from './task-page.ts';

interface Reach {
  /** How many Tasks are read in one go, before everything else has its turn. */
  readonly slice: number;
  /** How many of the newest a quick look reads; more only until something fits. */
  readonly newest: number;
}

const REACH: Reach = { slice: 50_000, newest: 50_000 };
/** Up to so many are sorted by themselves: those that are all of long ago are far down any index. */
const SORTED = 20_000;

const sliceSchema = z.object({ count: z.int(), ids: z.string() });
const topSchema = z.object({ top: z.int() });
const idsSchema = jsonColumn(z.array(z.int()));

/** The uuids of one page of Tasks, how many match, and whether all were looked at. */
export interface TaskPage {
  readonly count: number;
  readonly uuids: readonly string[];
  readonly whole: boolean;
}

/**
 * Gives one page of the Tasks that match a query. A search reads slices of the Tasks, those first that this station learnt of last, and lets
 * other work run between two slices. With `extent: 'newest'` the search stops after the newest Tasks, or after the first slice with a match.
 *
 * @param current the ledger in use; throws while there is none
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
  const top = topOf(ledger);
  const ids: number[] = [];
  let count = 0;
  let whole = true;
  for (let upTo = top; upTo > 0; upTo -= slice) {
    whole = query.extent === 'all' || count === 0 || top - upTo < newest;
    if (!whole) break;
    if (upTo < top) await nextTurn();
    // Rowids of one ledger mean nothing in another.
    if (current() !== ledger) return await searchTasks(current, query, { slice, newest });
    const found = readOne(read, sliceSchema, { ...values, after: upTo - slice, upTo });
    count += found?.count ?? 0;
    if (found !== null && count <= SORTED) ids.push(...idsSchema.parse(found.ids));
  }
  const found: Found = { count, ids: count <= SORTED ? ids : null, among: top };
  return { count, uuids: pageOfFound(ledger, query, found), whole };
}

/** The highest rowid of a Task, which is at least the number of Tasks. */
function topOf(ledger: Ledger): number {
  return readOne(ledger.prepared('SELECT COALESCE(MAX(rowid), 0) AS top FROM task'), topSchema)?.top ?? 0;
}

/** Whether the other filters leave so few that no index of theirs is slower than to look through the texts. */
function hasFew(ledger: Ledger, query: TaskQuery): boolean {
  const { conditions, values } = conditionsOf({ ...query, search: '' });
  if (conditions.length === 0) return false;
  const some = ledger.db.prepare(
    `SELECT COUNT(*) AS count FROM (SELECT 1 FROM task ${whereOf(conditions, true)} LIMIT ${FEW + 1})`,
  );
  return (readOne(some, countSchema, values)?.count ?? 0) <= FEW;
}
