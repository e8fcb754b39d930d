import { z } from 'zod';
import { type Ledger, readAll, readNumber } from '../../ledger/db/ledger.ts';
import {
  ENDED,
  NO_TEST,
  OPEN,
  OUTBOX_STATES,
  type OutboxState,
  outboxStateSchema,
} from '../../ledger/tables/outbox-rows.ts';
import { fold } from '../../ledger/tasks/list-columns.ts';
import { outboxRefSchema, outboxRows, type Underway } from './outbox-rows-view.ts';

const TABLES = ['submission', 'message'] as const;
export const OPEN_STATES: ReadonlySet<string> = new Set(['queued', 'sending', 'unconfirmed']);

export interface PageRequest<S extends string> {
  readonly states: readonly S[];
  readonly offset: number;
  readonly length: number;
}

export interface OutboxPage extends PageRequest<OutboxState> {
  readonly search?: string;
  readonly date_from?: string | null;
  readonly date_to?: string | null;
}

/**
 * Returns first the unfinished rows, then the finished rows, each newest first, without tests of a task type. Reads no more rows than the
 * end of the page needs.
 */
export function outboxPage(ledger: Ledger, page: OutboxPage, underway: Underway) {
  const filter = filterOf(page);
  const wanted: readonly OutboxState[] = page.states.length === 0 ? OUTBOX_STATES : [...new Set(page.states)];
  const byState = filter === null ? countByState(ledger) : countFiltered(ledger, filter);
  const parts = wanted.flatMap((state) =>
    TABLES.map((table) => {
      const open = OPEN_STATES.has(state);
      return `SELECT * FROM (SELECT '${table}' AS "table", id, created_at, seq, ${open ? 0 : 1} AS ended FROM ${table}
        WHERE ${open ? OPEN : ENDED} AND state = '${state}' AND ${NO_TEST}${filter === null ? '' : ` AND ${filter.sql[table]}`} ORDER BY ${open ? 'created_at' : 'seq'} DESC LIMIT @end)`;
    }),
  );
  const refs = readAll(
    ledger.db.prepare(
      `SELECT "table", id FROM (${parts.join(' UNION ALL ')})
       ORDER BY ended, created_at DESC, "table", seq DESC LIMIT @length OFFSET @offset`,
    ),
    outboxRefSchema,
    { end: page.offset + page.length, length: page.length, offset: page.offset, ...filter?.values },
  );
  return {
    count: wanted.reduce((sum, state) => sum + byState[state], 0),
    by_state: byState,
    rows: outboxRows(ledger, refs, underway),
  };
}

interface Filter {
  readonly sql: Readonly<Record<(typeof TABLES)[number], string>>;
  readonly values: Readonly<Record<string, string | number>>;
}

// Returns the SQL conditions for the search and the dates of the query; null if the query has neither a search nor dates.
function filterOf({ search = '', date_from: from = null, date_to: to = null }: OutboxPage): Filter | null {
  const text = fold(search.trim());
  if (text === '' && from === null && to === null) return null;
  const like = (column: string) => `${column} LIKE @like ESCAPE '~'`;
  const values = {
    ...(text !== '' && { text, like: `%${text.replace(/[~%_]/g, '~$&')}%` }),
    ...(from !== null && { from: Date.parse(from) }),
    ...(to !== null && { to: Date.parse(to) }),
  };
  const found = (table: (typeof TABLES)[number]) => [
    `EXISTS (SELECT 1 FROM task WHERE task.uuid = ${table}.task_uuid AND instr(task.search_text, @text) > 0)`,
    `EXISTS (SELECT 1 FROM ${table}_file WHERE ${table}_id = ${table}.id AND ${like('path')})`,
    ...(table === 'submission' ? [like('name'), like('external_id'), like('reference')] : []),
  ];
  const sql = (table: (typeof TABLES)[number]) =>
    [
      ...(text === '' ? [] : [`(${found(table).join(' OR ')})`]),
      ...(from === null ? [] : ['created_at > @from']),
      ...(to === null ? [] : ['created_at <= @to']),
    ].join(' AND ');
  return { sql: { submission: sql('submission'), message: sql('message') }, values };
}

const NO_ROWS = { queued: 0, sending: 0, unconfirmed: 0, accepted: 0, rejected: 0, withdrawn: 0 };

function countFiltered(ledger: Ledger, { sql, values }: Filter): Record<OutboxState, number> {
  const counts = { ...NO_ROWS };
  for (const table of TABLES) {
    const counted = ledger.db.prepare(
      `SELECT state, COUNT(*) AS count FROM ${table} WHERE ${sql[table]} AND ${NO_TEST} GROUP BY state`,
    );
    for (const { state, count } of readAll(counted, stateCount, values)) counts[state] += count;
  }
  return counts;
}

const stateCount = z.object({ count: z.int(), state: outboxStateSchema });

const ALL = {
  submission: `SELECT (SELECT COUNT(*) FROM submission) - (SELECT COUNT(*) FROM submission WHERE test = 1)`,
  message: 'SELECT COUNT(*) FROM message',
} as const;

// Nearly every row is accepted. Subtracting the other rows from all rows is faster than counting the accepted rows.
function countByState(ledger: Ledger): Record<OutboxState, number> {
  const counts = { ...NO_ROWS };
  for (const table of TABLES) {
    counts.accepted += readNumber(ledger.db.prepare(ALL[table]));
    for (const part of [OPEN, `${ENDED} AND state IN ('rejected', 'withdrawn')`]) {
      const rows = readAll(
        ledger.db.prepare(
          `SELECT state, COUNT(*) AS count FROM ${table} WHERE ${part} AND ${NO_TEST} GROUP BY state`,
        ),
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
