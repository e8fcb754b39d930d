import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { AuditFilter } from '../../contract/verbs/audit.ts';
import { BYTE_ORDER_MARK, type Cell, csvLines } from '../csv.ts';
import { type Ledger, readAll } from '../ledger/db/ledger.ts';
import { auditRowSchema, GENESIS } from './audit.ts';
import { auditCondition } from './query-audit.ts';

export type AuditFormat = 'csv' | 'jsonl';

const ROWS_AT_A_TIME = 500;
const linkedSchema = auditRowSchema.extend({ previous: z.string().nullable() });
type Linked = z.infer<typeof linkedSchema>;

const COLUMNS = ['seq', 'time', 'at', 'actor', 'action', 'subject', 'detail', 'previous', 'hash'] as const;

/**
 * Yields the matching entries as text in parts, oldest first. Anybody can verify an entry without Clearfolder: `hash` is the SHA-256,
 * in hex, of the UTF-8 bytes of the compact JSON array [previous, seq, at, actor, action, subject, detail].
 */
export async function* exportAudit(
  ledger: Ledger,
  filter: AuditFilter,
  format: AuditFormat,
): AsyncGenerator<{ text: string; entries: number }> {
  const { sql, values } = auditCondition(filter);
  const select = ledger.prepared(
    `SELECT entry.*, earlier.hash AS previous FROM audit AS entry LEFT JOIN audit AS earlier ON earlier.seq = entry.seq - 1
     WHERE ${sql} AND entry.seq > @after ORDER BY entry.seq LIMIT ${ROWS_AT_A_TIME}`,
  );
  if (format === 'csv') yield { text: BYTE_ORDER_MARK + csvLines([COLUMNS]), entries: 0 };
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = readAll(select, linkedSchema, { ...values, after });
    const last = rows.at(-1);
    if (last === undefined) return;
    const text = format === 'csv' ? csvLines(rows.map(csvCells)) : rows.map(jsonLine).join('');
    yield { text, entries: rows.length };
    after = last.seq;
    await nextTurn();
  }
}

function whole(row: Linked) {
  const { seq, at, actor, action, subject, detail, hash } = row;
  const previous = row.previous ?? GENESIS;
  return { seq, time: new Date(at).toISOString(), at, actor, action, subject, detail, previous, hash };
}

const jsonLine = (row: Linked): string => `${JSON.stringify(whole(row))}\n`;

function csvCells(row: Linked): Cell[] {
  const entry = whole(row);
  return COLUMNS.map((column) => {
    const value = entry[column];
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
}

/** Returns the detail of the audit entry about an export. The filter may contain the name of a patient. */
export function exportedDetail(format: AuditFormat, filter: AuditFilter): Record<string, unknown> {
  const { actor, action, subject, from, to } = filter;
  return {
    format,
    ...(actor.length > 0 ? { actor } : {}),
    ...(action.length > 0 ? { action } : {}),
    ...(subject === '' ? {} : { subject }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}
