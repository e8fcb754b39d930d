import { z } from 'zod';
import type { AuditAction } from '../../contract/views/audit.ts';
import { type Ledger, readOne } from '../ledger/db/ledger.ts';
import { appendAudit } from './audit.ts';

/** The same look of the same person counts once in this time: a list is asked for again and again. */
export const SAME_LOOK_MS = 10 * 60_000;

/**
 * Keeps that somebody looked at something, unless the record has the same look already. How many rows a list had (`rows`, `of`)
 * does not tell one look from another.
 */
export function appendLook(
  ledger: Ledger,
  look: {
    readonly at: number;
    readonly actor: string;
    readonly action: AuditAction;
    readonly subject: string | null;
    readonly detail?: Record<string, unknown>;
  },
): void {
  const same = ledger.prepared(
    `SELECT at FROM audit WHERE subject IS ? AND actor = ? AND action = ?
       AND json_remove(detail, '$.rows', '$.of') = json_remove(?, '$.rows', '$.of') ORDER BY seq DESC LIMIT 1`,
  );
  const detail = JSON.stringify(look.detail ?? {});
  const last = readOne(same, z.object({ at: z.int() }), look.subject, look.actor, look.action, detail);
  // A clock that was set back must not hide a look.
  if (last !== null && look.at >= last.at && look.at - last.at < SAME_LOOK_MS) return;
  appendAudit(ledger, look);
}
