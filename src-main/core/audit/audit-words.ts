import { assertNever } from '../../contract/assert-never.ts';
import type { AuditFinding, AuditStanding } from '../../contract/views/audit.ts';

/** What to do where the record is not what was written. */
export const TAMPERED_NEXT =
  'Export the record and keep it, leave the ledger as it is, and tell whoever is responsible for the protection of data. The folder "backups" holds earlier copies of the record.';

/** One finding about the record in a sentence. `timeText` writes a time as people here read it. */
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
