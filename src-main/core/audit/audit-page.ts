import { z } from 'zod';
import type { AuditFilter } from '../../contract/verbs/audit.ts';
import type { AuditEntry } from '../../contract/views/audit.ts';
import { type Ledger, readAll, readOne } from '../ledger/db/ledger.ts';
import { type AuditRow, auditRowSchema } from './audit.ts';
import { auditCondition } from './audit-filter.ts';

const countSchema = z.object({ n: z.int() });

/** An entry as it is shown. */
export function auditEntry({ at, ...row }: AuditRow): AuditEntry {
  return { ...row, at: new Date(at).toISOString() };
}

/** Entries that the filter leaves, newest first, beginning before `before`; and how many there are in all. */
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
    // One more tells whether there are more.
    length: length + 1,
  });
  const count = ledger.prepared(`SELECT COUNT(*) AS n FROM audit AS entry WHERE ${sql}`);
  return {
    count: readOne(count, countSchema, values)?.n ?? 0,
    more: rows.length > length,
    rows: rows.slice(0, length).map(auditEntry),
  };
}

/** Who and what the record holds. */
export function auditFacets(ledger: Ledger): { actors: string[]; actions: string[] } {
  const distinct = (column: 'actor' | 'action') =>
    readAll(
      // One step of the index for each value, however many entries there are.
      ledger.prepared(
        `WITH RECURSIVE known (name) AS (
           SELECT MIN(${column}) FROM audit
           UNION ALL SELECT (SELECT MIN(${column}) FROM audit WHERE ${column} > known.name) FROM known WHERE name IS NOT NULL)
         SELECT name FROM known WHERE name IS NOT NULL`,
      ),
      z.object({ name: z.string() }),
    ).map(({ name }) => name);
  return { actors: distinct('actor'), actions: distinct('action') };
}
