import { assertNever } from '../assert-never.ts';
import type { AuditFinding } from './audit.ts';

export const TAMPERED_NEXT =
  'Export the audit record and keep the file. Do not delete anything in the data folder. Tell your privacy officer. The folder "backups" has earlier copies of the audit record.';

export function findingText(finding: AuditFinding, timeText: (iso: string) => string): string {
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
      return `On ${when}, Clearfolder found that entries up to number ${until} had been removed or replaced. The audit record then had ${seq} entries.`;
    case 'restored':
      return until > seq
        ? `On ${when} an older copy of the record of what was sent was restored, or a new record was started: ${span(seq + 1, until)} not in this audit record.`
        : `On ${when} an older copy of the record of what was sent was restored.`;
    case 'restore-open':
      return 'An older copy of the record of what was sent was restored, so newer audit entries are missing. At its next start, Clearfolder notes the restore in the audit record.';
    case 'mark-missing':
      return `The end marker of the audit record was missing${when === '' ? '' : ` on ${when}`}. Clearfolder cannot tell whether entries were removed from the end before that time.`;
    default:
      return assertNever(kind);
  }
}

function span(from: number, until: number): string {
  return from === until ? `Entry ${from} was` : `Entries ${from} to ${until} were`;
}
