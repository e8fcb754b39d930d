import { z } from 'zod';
import { type Ledger, readAll, readNumber } from '../../ledger/db/ledger.ts';
import {
  ENDED,
  OPEN,
  OUTBOX_STATES,
  type OutboxState,
  outboxStateSchema,
} from '../../ledger/tables/outbox-rows.ts';
import { outboxRefSchema, outboxRows, type Underway } from './outbox-rows-view.ts';

const TABLES = ['submission', 'message'] as const;
export const OPEN_STATES: ReadonlySet<string> = new Set(['queued', 'sending', 'unconfirmed']);

export interface PageRequest<S extends string> {
  readonly states: readonly S[];
  readonly offset: number;
  readonly length: number;
}

/** Returns first the unfinished rows, then the finished rows, each newest first. Reads no more rows than the end of the page needs. */
export function outboxPage(ledger: Ledger, page: PageRequest<OutboxState>, underway: Underway) {
  const wanted: readonly OutboxState[] = page.states.length === 0 ? OUTBOX_STATES : [...new Set(page.states)];
  const byState = countByState(ledger);
  const parts = wanted.flatMap((state) =>
    TABLES.map((table) => {
      const open = OPEN_STATES.has(state);
      return `SELECT * FROM (SELECT '${table}' AS "table", id, created_at, seq, ${open ? 0 : 1} AS ended FROM ${table}
        WHERE ${open ? OPEN : ENDED} AND state = '${state}' ORDER BY ${open ? 'created_at' : 'seq'} DESC LIMIT @end)`;
    }),
  );
  const refs = readAll(
    ledger.db.prepare(
      `SELECT "table", id FROM (${parts.join(' UNION ALL ')})
       ORDER BY ended, created_at DESC, "table", seq DESC LIMIT @length OFFSET @offset`,
    ),
    outboxRefSchema,
    { end: page.offset + page.length, length: page.length, offset: page.offset },
  );
  return {
    count: wanted.reduce((sum, state) => sum + byState[state], 0),
    by_state: byState,
    rows: outboxRows(ledger, refs, underway),
  };
}

const stateCount = z.object({ count: z.int(), state: outboxStateSchema });

// Nearly every row is accepted. Subtracting the other rows from all rows is faster than counting the accepted rows.
function countByState(ledger: Ledger): Record<OutboxState, number> {
  const counts = { queued: 0, sending: 0, unconfirmed: 0, accepted: 0, rejected: 0, withdrawn: 0 };
  for (const table of TABLES) {
    counts.accepted += readNumber(ledger.db.prepare(`SELECT COUNT(*) FROM ${table}`));
    for (const part of [OPEN, `${ENDED} AND state IN ('rejected', 'withdrawn')`]) {
      const rows = readAll(
        ledger.db.prepare(`SELECT state, COUNT(*) AS count FROM ${table} WHERE ${part} GROUP BY state`),
        stateCount,
      );
      for (const { state, count } of rows) {
        counts[state] += count;
        counts.accepted -= count;
      }
    }
  }
  return counts;
}
