import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AuditAction } from '../../contract/views/audit.ts';
import { type Ledger, readOne } from '../ledger/db/ledger.ts';
import { jsonColumn, jsonObject } from '../ledger/db/rows.ts';

export const auditRowSchema = z.object({
  seq: z.int(),
  at: z.int(),
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: jsonColumn(jsonObject),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

export const auditHeadSchema = auditRowSchema.pick({ seq: true, hash: true });
export type AuditHead = z.infer<typeof auditHeadSchema>;

/** What the first entry's hash is made over. */
export const GENESIS = '0'.repeat(64);

/** The hash of an entry: SHA-256 over the JSON of the hash before it and of what the entry says. */
export function linkHash(previous: string, row: Omit<AuditRow, 'hash'>): string {
  const content = JSON.stringify([previous, row.seq, row.at, row.actor, row.action, row.subject, row.detail]);
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Appends to the audit: who did what to which thing, when. Each row's hash covers the one before it
 * (docs/architecture.md 7).
 */
export function appendAudit(
  ledger: Ledger,
  entry: {
    at: number;
    actor: string;
    action: AuditAction;
    subject: string | null;
    detail?: Record<string, unknown>;
  },
): void {
  ledger.transaction(() => {
    const last = auditHead(ledger);
    const row = {
      at: entry.at,
      // As SQLite keeps it: half a character pair would come back as another text, with another hash.
      actor: entry.actor.toWellFormed(),
      action: entry.action,
      subject: entry.subject?.toWellFormed() ?? null,
      detail: entry.detail ?? {},
      seq: (last?.seq ?? 0) + 1,
    };
    ledger
      .prepared(
        'INSERT INTO audit (seq, at, actor, action, subject, detail, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        row.seq,
        row.at,
        row.actor,
        row.action,
        row.subject,
        JSON.stringify(row.detail),
        linkHash(last?.hash ?? GENESIS, row),
      );
  });
}

/** The newest entry, by number and hash; null while there is none. */
export function auditHead(ledger: Ledger): AuditHead | null {
  return readOne(ledger.prepared('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1'), auditHeadSchema);
}
