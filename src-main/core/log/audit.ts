import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../ledger/ledger.ts';
import { jsonColumn, jsonObject } from '../ledger/rows.ts';

export type AuditAction =
  | 'submission.added'
  | 'submission.retried'
  | 'submission.withdrawn'
  | 'submission.sent-again'
  | 'file.decided'
  | 'folder.backlog-decided'
  | 'folder.paused'
  | 'folder.resumed'
  | 'answer.added'
  | 'edit.added'
  | 'secret.set'
  | 'secret.cleared'
  | 'settings.changed'
  | 'document.viewed'
  | 'document.saved'
  | 'list.viewed'
  | 'drop.viewed'
  | 'task.viewed';

const auditRowSchema = z.object({
  seq: z.int(),
  at: z.int(),
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: jsonColumn(jsonObject),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

const lastSchema = auditRowSchema.pick({ seq: true, hash: true });

const GENESIS = '0'.repeat(64);

function linkHash(previous: string, row: Omit<AuditRow, 'hash'>): string {
  const content = JSON.stringify([previous, row.seq, row.at, row.actor, row.action, row.subject, row.detail]);
  return createHash('sha256').update(content).digest('hex');
}

/** Appends to the audit: who did what to which thing, when. Each row's hash covers the one before it (DESIGN.md 7). */
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
    const last = readOne(
      ledger.prepared('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1'),
      lastSchema,
    );
    const row = { ...entry, detail: entry.detail ?? {}, seq: (last?.seq ?? 0) + 1 };
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

/** The first row at which the chain does not hold (changed, or one before it removed), or null when all is whole. */
export function findAuditBreak(ledger: Ledger): number | null {
  let previous = { seq: 0, hash: GENESIS };
  for (const row of readAll(ledger.db.prepare('SELECT * FROM audit ORDER BY seq'), auditRowSchema)) {
    if (row.seq !== previous.seq + 1 || row.hash !== linkHash(previous.hash, row)) return row.seq;
    previous = row;
  }
  return null;
}
