import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AuditAction } from '../../contract/views/audit.ts';
import { isDue } from '../due.ts';
import { jsonColumn, jsonObject, type Ledger, readOne, readValue } from '../ledger/db/ledger.ts';

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

/** The value of `actor` in an audit entry about something that Clearfolder did on its own, and no person asked for. */
export const PROGRAM = 'clearfolder';

export const GENESIS = '0'.repeat(64);

/** Returns, in hex, the SHA-256 of a JSON array with the hash of the previous entry and the content of this entry. */
export function linkHash(previous: string, row: Omit<AuditRow, 'hash'>): string {
  const content = JSON.stringify([previous, row.seq, row.at, row.actor, row.action, row.subject, row.detail]);
  return createHash('sha256').update(content).digest('hex');
}

interface NewEntry {
  readonly at: number;
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string | null;
  readonly detail?: Record<string, unknown>;
}

/** Appends an entry to the audit. The hash of each entry covers the hash of the previous entry (docs/architecture.md 7). */
export function appendAudit(ledger: Ledger, entry: NewEntry): void {
  ledger.transaction(() => {
    const last = auditHead(ledger);
    const row = {
      at: entry.at,
      // SQLite would replace unpaired surrogates. The changed text would no longer match the hash of the entry.
      actor: entry.actor.toWellFormed(),
      action: entry.action,
      subject: entry.subject?.toWellFormed() ?? null,
      detail: entry.detail ?? {},
      seq: (last?.seq ?? 0) + 1,
    };
    ledger
      .prepared(
        `INSERT INTO audit (seq, at, actor, action, subject, detail, hash)
         VALUES (@seq, @at, @actor, @action, @subject, @detail, @hash)`,
      )
      .run({ ...row, detail: JSON.stringify(row.detail), hash: linkHash(last?.hash ?? GENESIS, row) });
  });
}

/** Returns the number and hash of the newest entry; null if the audit is empty. */
export function auditHead(ledger: Ledger): AuditHead | null {
  return readOne(ledger.prepared('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1'), auditHeadSchema);
}

/**
 * Appends an audit entry, and then calls `work`. This order is for work outside the ledger, such as a change of a file. If the entry cannot
 * be written, `work` is not called. If `work` fails, a second entry records the failure. After a crash between the entry and `work`, the
 * audit contains an entry about work that did not happen. No work happens without an entry.
 */
export async function recordFirst<T>(
  ledger: Ledger,
  now: () => number,
  entry: Omit<NewEntry, 'at'>,
  work: () => Promise<T>,
): Promise<T> {
  appendAudit(ledger, { ...entry, at: now() });
  try {
    return await work();
  } catch (error) {
    const { actor, action, subject, detail } = entry;
    try {
      const about = { action, ...detail };
      appendAudit(ledger, { at: now(), actor, action: 'audit.not-finished', subject, detail: about });
    } catch {}
    throw error;
  }
}

/** Milliseconds within which repeated views of the same data by the same person count as one view, because windows reload lists often. */
export const SAME_VIEW_MS = 10 * 60_000;

/** Appends an entry, unless the same view was recorded within `SAME_VIEW_MS`. The counts `rows` and `of` of the same view may differ. */
export function appendView(ledger: Ledger, view: NewEntry): void {
  const same = ledger.prepared(
    `SELECT at FROM audit WHERE subject IS ? AND actor = ? AND action = ?
       AND json_remove(detail, '$.rows', '$.of') = json_remove(?, '$.rows', '$.of') ORDER BY seq DESC LIMIT 1`,
  );
  const detail = JSON.stringify(view.detail ?? {});
  const last = readValue(same, z.int(), view.subject, view.actor, view.action, detail);
  if (last !== null && !isDue(last + SAME_VIEW_MS, view.at, SAME_VIEW_MS)) return;
  appendAudit(ledger, view);
}
