import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { assertNever } from '../../contract/assert-never.ts';
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
/** A rewritten audit has a fault at every entry. The first faults say enough. */
const FINDINGS_AT_MOST = 50;

const endingSchema = z.object({
  before: auditHeadSchema.nullable().catch(null),
  kept: z.int().nullable().catch(null),
});
const numberSchema = z.object({ seq: z.int() });

/** Reads the whole audit, some entries at a time, and says whether it is what was written. */
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

/** The finding that an entry itself records. */
function noteIn({ action, at, detail }: AuditRow): AuditFinding[] {
  const when = { at: new Date(at).toISOString() };
  if (action === 'audit.mark-missing') return [found('mark-missing', when, false)];
  if (action !== 'ledger.restored' && action !== 'audit.entries-missing') return [];
  const { before, kept } = endingSchema.parse(detail);
  const where = { ...when, seq: kept, until: before?.seq ?? null };
  return [action === 'ledger.restored' ? found('restored', where, false) : found('noticed-earlier', where)];
}

/** The finding about the newest entries, according to the mark beside the ledger. */
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

/** The advice to a person if somebody changed the audit record. */
export const TAMPERED_NEXT =
  'Export the audit record and keep the file. Do not delete anything in the data folder. Tell your privacy officer. The folder "backups" has earlier copies of the audit record.';

/** A finding in a sentence. `timeText` writes a time as people here read it. */
export function findingWords(finding: AuditFinding, timeText: (iso: string) => string): string {
  const { kind } = finding;
  const seq = finding.seq ?? 0;
  const until = finding.until ?? seq;
  const when = finding.at === null ? '' : timeText(finding.at);
  switch (kind) {
    case 'changed':
      return `Entry ${seq} was changed, or was inserted later.`;
    case 'removed':
      return `${span(seq, until)} removed.`;
    case 'end-removed':
      return `${span(seq, until)} removed from the end of the audit record, or lost in a disk failure.`;
    case 'replaced':
      return `Entry ${seq} was replaced by a different entry.`;
    case 'noticed-earlier':
      return `On ${when} Clearfolder found that entries up to ${until} had been removed or replaced; ${seq} entries were left.`;
    case 'restored':
      return until > seq
        ? `On ${when} an older copy of the record of what was sent was restored, or a new record was started: ${span(seq + 1, until)} not in this audit record.`
        : `On ${when} an older copy of the record of what was sent was restored.`;
    case 'restore-open':
      return 'An older copy of the record of what was sent was restored, so newer audit entries are missing. Clearfolder notes this in the audit record at its next start.';
    case 'mark-missing':
      return `The end marker of the audit record was missing${when === '' ? '' : ` on ${when}`}. Clearfolder cannot tell whether entries were removed from the end before that time.`;
    default:
      return assertNever(kind);
  }
}

/** Whether the record is whole, in a sentence. */
export function standingWords({ whole, end_vouched_for: vouched, entries }: AuditStanding): string {
  const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  if (whole && !vouched) {
    return `The entries are unchanged (${counted}), but Clearfolder cannot tell whether the newest entries were removed.`;
  }
  return whole
    ? `The audit record is complete and unchanged: ${counted}.`
    : `The audit record was CHANGED (${counted}).`;
}

function span(from: number, until: number): string {
  return from === until ? `Entry ${from} was` : `The entries from ${from} to ${until} were`;
}
