import type { AuditFinding } from './audit.ts';

/** The facts of a finding, from which a language makes a sentence. `when` is empty if the time is unknown. */
export interface FindingFacts {
  readonly seq: number;
  readonly until: number;
  readonly when: string;
}

/** The texts about the findings of the audit in one language. */
export interface FindingTexts {
  readonly tamperedNext: string;
  readonly sentences: Readonly<Record<AuditFinding['kind'], (facts: FindingFacts) => string>>;
}

const ENGLISH: FindingTexts = {
  tamperedNext:
    'Export the audit record and keep the file. Do not delete anything in the data folder. Tell your privacy officer. The folder "backups" has earlier copies of the audit record.',
  sentences: {
    changed: ({ seq }) => `Entry ${seq} was changed, or was inserted later.`,
    removed: ({ seq, until }) => `${span(seq, until)} removed.`,
    'end-removed': ({ seq, until }) =>
      `${span(seq, until)} removed from the end of the audit record, or lost in a disk failure.`,
    replaced: ({ seq }) => `Entry ${seq} was replaced by a different entry.`,
    'noticed-earlier': ({ seq, until, when }) =>
      `On ${when}, Clearfolder found that entries up to number ${until} had been removed or replaced. The audit record then had ${seq} entries.`,
    restored: ({ seq, until, when }) =>
      until > seq
        ? `On ${when} an older copy of the record of what was sent was restored, or a new record was started: ${span(seq + 1, until)} not in this audit record.`
        : `On ${when} an older copy of the record of what was sent was restored.`,
    'restore-open': () =>
      'An older copy of the record of what was sent was restored, so newer audit entries are missing. At its next start, Clearfolder notes the restore in the audit record.',
    'mark-missing': ({ when }) =>
      `The end marker of the audit record was missing${when === '' ? '' : ` on ${when}`}. Clearfolder cannot tell whether entries were removed from the end before that time.`,
  },
};

export const TAMPERED_NEXT = ENGLISH.tamperedNext;

/** Returns the sentence about a finding. `timeText` makes a text of an ISO time. */
export function findingText(
  { kind, seq, until, at }: AuditFinding,
  timeText: (iso: string) => string,
  { sentences }: FindingTexts = ENGLISH,
): string {
  const first = seq ?? 0;
  const when = at === null ? '' : timeText(at);
  return sentences[kind]({ seq: first, until: until ?? first, when });
}

function span(from: number, until: number): string {
  return from === until ? `Entry ${from} was` : `Entries ${from} to ${until} were`;
}
