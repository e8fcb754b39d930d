import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { TaskQuery } from '../../contract/verbs/tasks.ts';
import { type Ledger, readOne } from './ledger.ts';
import { countSchema } from './outbox-rows.ts';
import { jsonColumn } from './rows.ts';
import { conditionsOf, searchCondition } from './task-conditions.ts';
import { FEW, type Found, pageOfFound, pageOfTasks, whereOf } from './task-page.ts';

interface Reach {
  /** How many Tasks are read in one go, before everything else has its turn. */
  readonly slice: number;
  /** How many of the newest a quick look reads; more only until something fits. */
  readonly newest: number;
}

const REACH: Reach = { slice: 50_000, newest: 50_000 };

const topSchema = z.object({ top: z.int() });
const sliceSchema = z.object({ count: z.int(), ids: z.string() });
const idsSchema = jsonColumn(z.array(z.int()));

/**
 * The uuids of one page of Tasks, how many match, and whether all were looked at. A text is looked for from the Tasks that this
 * station knows of the latest to those it knows of the longest, with a turn for everything else in between; for `newest`, no
 * further than the latest, or than the first that fits. `current` gives the ledger of the moment, and throws while there is none.
 */
export async function findTasks(
  current: () => Ledger,
  query: TaskQuery,
  { slice, newest }: Reach = REACH,
): Promise<{ count: number; uuids: string[]; whole: boolean }> {
  const { conditions, values } = conditionsOf(query);
  if (searchCondition(query.search) === null || hasFew(current(), query))
    return { ...pageOfTasks(current(), query), whole: true };
  const top =
    readOne(current().prepared('SELECT COALESCE(MAX(rowid), 0) AS top FROM task'), topSchema)?.top ?? 0;
  const enough = query.extent === 'newest' ? top - newest : 0;
  const ids: number[] = [];
  let count = 0;
  let upTo = top;
  for (; upTo > 0 && (upTo > enough || count === 0); upTo = Math.max(0, upTo - slice)) {
    if (upTo < top) await nextTurn();
    const found = readOne(
      current().db.prepare(
        `SELECT COUNT(*) AS count, json_group_array(rowid) AS ids FROM task
           ${whereOf(conditions, false)} AND rowid > @after AND rowid <= @upTo`,
      ),
      sliceSchema,
      { ...values, after: upTo - slice, upTo },
    );
    count += found?.count ?? 0;
    if (found !== null && count <= FEW) ids.push(...idsSchema.parse(found.ids));
  }
  const found: Found = { count, ids: count <= FEW ? ids : null, among: top - upTo };
  return { count, uuids: pageOfFound(current(), query, found), whole: upTo === 0 };
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
