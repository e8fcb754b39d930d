import { z } from 'zod';
import { startOfDay } from '../../contract/local-day.ts';
import type { AuditFilter } from '../../contract/verbs/audit.ts';
import type { AuditEntry } from '../../contract/views/audit.ts';
import { type Ledger, readAll, readColumn, readNumber } from '../ledger/db/ledger.ts';
import { auditRowSchema } from './audit.ts';

/** Returns a page of matching entries with a number below `before`, newest first. `count` is the number of all matching entries. */
export function pageOfAudit(
  ledger: Ledger,
  filter: AuditFilter,
  { before, length }: { readonly before: number | null; readonly length: number },
): { count: number; more: boolean; rows: AuditEntry[] } {
  const { sql, values } = auditCondition(filter);
  const select = ledger.prepared(
    `SELECT * FROM audit AS entry WHERE ${sql} AND entry.seq < @before ORDER BY entry.seq DESC LIMIT @length`,
  );
  const rows = readAll(select, auditRowSchema, {
    ...values,
    before: before ?? Number.MAX_SAFE_INTEGER,
    // The query reads one row more than the page has. The extra row shows whether another page follows.
    length: length + 1,
  });
  const count = ledger.prepared(`SELECT COUNT(*) FROM audit AS entry WHERE ${sql}`);
  return {
    count: readNumber(count, values),
    more: rows.length > length,
    rows: rows.slice(0, length).map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() })),
  };
}

export function auditFacets(ledger: Ledger): { actors: string[]; actions: string[] } {
  const distinct = (column: 'actor' | 'action') =>
    readColumn(
      // This recursive query needs one step in the index for each distinct value. `SELECT DISTINCT` would read every entry.
      ledger.prepared(
        `WITH RECURSIVE known (name) AS (
           SELECT MIN(${column}) FROM audit
           UNION ALL SELECT (SELECT MIN(${column}) FROM audit WHERE ${column} > known.name) FROM known WHERE name IS NOT NULL)
         SELECT name FROM known WHERE name IS NOT NULL`,
      ),
      z.string(),
    );
  return { actors: distinct('actor'), actions: distinct('action') };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function auditCondition(filter: AuditFilter): {
  sql: string;
  values: Record<string, string | number>;
} {
  const parts: string[] = [];
  const values: Record<string, string | number> = {};
  const add = (sql: string, name: string, value: string | number) => {
    parts.push(sql);
    values[name] = value;
  };
  const { actor, action, subject, from, to } = filter;
  if (actor.length > 0)
    add('entry.actor IN (SELECT value FROM json_each(@actor))', 'actor', JSON.stringify(actor));
  if (action.length > 0)
    add('entry.action IN (SELECT value FROM json_each(@action))', 'action', JSON.stringify(action));
  if (subject !== '') add('instr(lower(entry.subject), lower(@subject)) > 0', 'subject', subject);
  if (from !== null) add('entry.at >= @from', 'from', startOf(from, 0));
  if (to !== null) add(DAY.test(to) ? 'entry.at < @to' : 'entry.at <= @to', 'to', startOf(to, 1));
  return { sql: parts.length === 0 ? 'TRUE' : parts.join(' AND '), values };
}

// Returns the time `when` in milliseconds since the epoch. If `when` is a local date, returns the start of the day `days` days later.
function startOf(when: string, days: number): number {
  return DAY.test(when) ? startOfDay(when, days).getTime() : Date.parse(when);
}
