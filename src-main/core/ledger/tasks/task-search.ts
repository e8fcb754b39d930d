import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { TaskQuery } from '../../../contract/verbs/tasks.ts';
import { type Ledger, readOne } from '../db/ledger.ts';
import { jsonColumn } from '../db/rows.ts';
import { countSchema } from '../tables/outbox-rows.ts';
import { conditionsOf, searchCondition } from './task-conditions.ts';
import { allOf, FEW, type Found, pageOfFound, pageOfTasks, whereOf } from './task-page.ts';
import { IN_SPANS, type Searched, topOf } from './task-text-index.ts';
import type { Span } from './text-signatures.ts';

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
const idsSchema = jsonColumn(z.array(z.int()));

/** The uuids of one page of Tasks, how many match, and whether all were looked at. */
export interface TaskPage {
  readonly count: number;
  readonly uuids: readonly string[];
  readonly whole: boolean;
}

/**
 * Finds Tasks. A text is looked for from those that this station knows of the latest to those it knows of the longest, with a
 * turn for everything else in between; for `newest`, no further than the latest, or than the first that fits.
 */
export async function findTasks(
  { ledger: current, texts }: Searched,
  query: TaskQuery,
  { slice, newest }: Reach = REACH,
): Promise<TaskPage> {
  const ledger = current();
  void texts(ledger).grow();
  if (searchCondition(query.search) === null || hasFew(ledger, query))
    return { ...pageOfTasks(ledger, query), whole: true };
  const { conditions, values } = conditionsOf(query);
  const read = ledger.db.prepare(
    `SELECT COUNT(*) AS count, json_group_array(task.rowid) AS ids FROM ${IN_SPANS} AND ${allOf(conditions, false)}`,
  );
  const ids: number[] = [];
  let count = 0;
  let among = 0;
  let whole = true;
  for (const { spans, size } of slicesOf(texts(ledger).spans(query.search), slice)) {
    whole = query.extent === 'all' || count === 0 || among < newest;
    if (!whole) break;
    if (among > 0) await nextTurn();
    // Rowids of one ledger mean nothing in another.
    if (current() !== ledger) return await findTasks({ ledger: current, texts }, query, { slice, newest });
    const found = readOne(read, sliceSchema, { ...values, spans: JSON.stringify(spans) });
    among += size;
    count += found?.count ?? 0;
    if (found !== null && count <= SORTED) ids.push(...idsSchema.parse(found.ids));
  }
  const found: Found = { count, ids: count <= SORTED ? ids : null, among: topOf(ledger) };
  return { count, uuids: pageOfFound(ledger, query, found), whole };
}

/** The same stretches, as many at a time as hold no more than `most` Tasks. */
function* slicesOf(spans: readonly Span[], most: number): Generator<{ spans: Span[]; size: number }> {
  let some: Span[] = [];
  let size = 0;
  for (const span of spans) {
    for (let { upTo } = span; upTo > span.after; ) {
      const after = Math.max(span.after, upTo - (most - size));
      some.push({ after, upTo });
      size += upTo - after;
      upTo = after;
      if (size < most) continue;
      yield { spans: some, size };
      some = [];
      size = 0;
    }
  }
  if (size > 0) yield { spans: some, size };
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
