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

/** What to do if the record is not what was written. */
export const TAMPERED_NEXT =
  'Export the record and keep it, leave the ledger as it is, and tell whoever is responsible for the protection of data. The folder "backups" holds earlier copies of the record.';

/** A finding in a sentence. `timeText` writes a time as people here read it. */
export function findingWords(finding: AuditFinding, timeText: (iso: string) => string): string {
  const { kind } = finding;
  const seq = finding.seq ?? 0;
  const until = finding.until ?? seq;
  const when = finding.at === null ? '' : timeText(finding.at);
  switch (kind) {
    case 'changed':
      return `Entry ${seq} is not what was written: it was changed, or put in afterwards.`;
    case 'removed':
      return `${span(seq, until)} removed.`;
    case 'end-removed':
      return `${span(seq, until)} removed from the end of the record, or lost by the disk.`;
    case 'replaced':
      return `Entry ${seq} was replaced by another one.`;
    case 'noticed-earlier':
      return `On ${when} Clearfolder noticed that entries up to number ${until} had been removed or replaced; ${seq} were left.`;
    case 'restored':
      return until > seq
        ? `On ${when} an older copy of the ledger was put back, or a new one begun: ${span(seq + 1, until)} not in this one.`
        : `On ${when} an older copy of the ledger was put back.`;
    case 'restore-open':
      return 'An older copy of the ledger was put back: newer entries are not in it. Clearfolder keeps this in the record when it is started.';
    case 'mark-missing':
      return `The mark beside the ledger was not there${when === '' ? '' : ` on ${when}`}: whether entries were removed from the end before that cannot be told.`;
    default:
      return assertNever(kind);
  }
}

/** Whether the record is whole, in a sentence. */
export function standingWords({ whole, end_vouched_for: vouched, entries }: AuditStanding): string {
  const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  if (whole && !vouched) {
    return `What is in the record is what was written (${counted}); whether newest ones were removed cannot be told.`;
  }
  return whole ? `The record is whole: ${counted}.` : `The record is NOT what was written (${counted}).`;
}

function span(from: number, until: number): string {
  return from === until ? `Entry ${from} was` : `The entries from ${from} to ${until} were`;
}
