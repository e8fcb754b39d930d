import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { type Said, say } from '../../contract/say.ts';
import type { AuditFinding, AuditStanding } from '../../contract/views/audit.ts';
import { restoreIsOpen } from '../ledger/backup/detect-restore.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import {
  type AuditHead,
  type AuditRow,
  auditHeadSchema,
  auditRowSchema,
  GENESIS,
  linkHash,
} from './audit.ts';
import { auditMarkStanding } from './audit-mark.ts';

const ROWS_AT_A_TIME = 1_000;
// The maximum number of findings in the result. If somebody rewrote the whole audit, every entry could give a finding.
const FINDINGS_AT_MOST = 50;

const endingSchema = z.object({
  before: auditHeadSchema.nullable().catch(null),
  kept: z.int().nullable().catch(null),
});
const numberSchema = z.object({ seq: z.int() });

/** Verifies the hash chain of the whole audit. The entries are read in batches, and other work can run between two batches. */
export async function verifyAudit(ledger: Ledger, now: () => number): Promise<AuditStanding> {
  const findings: AuditFinding[] = [];
  let last: AuditHead = { seq: 0, hash: GENESIS };
  let entries = 0;
  let from = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = ledger
      .prepared('SELECT * FROM audit WHERE seq > ? ORDER BY seq LIMIT ?')
      .all(from, ROWS_AT_A_TIME);
    if (rows.length === 0) break;
    for (const raw of rows) {
      const row = auditRowSchema.safeParse(raw);
      const { seq } = numberSchema.parse(raw);
      entries += 1;
      from = seq;
      if (seq > last.seq + 1) findings.push(found('removed', { seq: last.seq + 1, until: seq - 1 }));
      if (!row.success || seq < 1) {
        findings.push(found('changed', { seq }));
        last = { seq, hash: '' };
        continue;
      }
      const follows = seq === last.seq + 1 && last.hash !== '';
      if (follows && row.data.hash !== linkHash(last.hash, row.data))
        findings.push(found('changed', { seq }));
      findings.push(...noteIn(row.data));
      last = row.data;
    }
    await nextTurn();
  }
  findings.push(...endOf(ledger, last));
  return {
    checked_at: new Date(now()).toISOString(),
    whole: findings.every(({ fault }) => !fault),
    end_vouched_for: findings.every(({ kind }) => kind !== 'mark-missing'),
    entries,
    head: entries === 0 ? null : { seq: last.seq, hash: last.hash },
    findings: findings.slice(0, FINDINGS_AT_MOST),
  };
}

function found(
  kind: AuditFinding['kind'],
  where: Partial<Omit<AuditFinding, 'kind' | 'fault'>>,
  fault = true,
): AuditFinding {
  return { kind, fault, seq: null, until: null, at: null, ...where };
}

function noteIn({ action, at, detail }: AuditRow): AuditFinding[] {
  const when = { at: new Date(at).toISOString() };
  if (action === 'audit.mark-missing') return [found('mark-missing', when, false)];
  if (action !== 'ledger.restored' && action !== 'audit.entries-missing') return [];
  const { before, kept } = endingSchema.parse(detail);
  const where = { ...when, seq: kept, until: before?.seq ?? null };
  return [action === 'ledger.restored' ? found('restored', where, false) : found('noticed-earlier', where)];
}

// Compares the audit with the audit mark. Returns the findings about missing or replaced newest entries. `last`: the newest entry.
function endOf(ledger: Ledger, last: AuditHead): AuditFinding[] {
  const { state, mark } = auditMarkStanding(ledger);
  if (state === 'agrees' || state === 'explained' || state === 'none') return [];
  if (restoreIsOpen(ledger)) {
    return [found('restore-open', { seq: last.seq, until: mark?.seq ?? null }, false)];
  }
  if (mark === null) return [found('mark-missing', {}, false)];
  return state === 'ahead'
    ? [found('end-removed', { seq: last.seq + 1, until: mark.seq })]
    : [found('replaced', { seq: mark.seq })];
}

export function standingWords({ whole, end_vouched_for: vouched, entries }: AuditStanding): Said {
  const counted = say('doctor.countOfEntries', { entries });
  if (whole && !vouched) {
    return say('doctor.entriesUnchanged', { counted });
  }
  return whole
    ? say('doctor.auditRecordCompleteUnchanged', { counted })
    : say('doctor.auditRecordChanged', { counted });
}
