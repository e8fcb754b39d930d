import { type Said, say } from '../say.ts';
import type { AuditFinding } from '../views/audit.ts';

export const TAMPERED_NEXT = say(
  'Export the audit record and keep the file. Do not delete anything in the data folder. Tell your privacy officer. The folder "backups" has earlier copies of the audit record.',
);

/**
 * The values in the sentence about a finding. `seq` and `until` are numbers of audit entries; their meaning depends on the kind of the
 * finding. `when` is the time of the event that the finding is about; null if the time is unknown.
 */
interface FindingFacts {
  readonly seq: number;
  readonly until: number;
  readonly when: string | { readonly time: string } | null;
}

const SENTENCES: Readonly<Record<AuditFinding['kind'], (facts: FindingFacts) => Said>> = {
  changed: ({ seq }) => say('Entry {seq} was changed, or was inserted later.', { seq: String(seq) }),
  removed: ({ seq, until }) =>
    seq === until
      ? say('Entry {seq} was removed.', { seq: String(seq) })
      : say('Entries {seq} to {until} were removed.', span(seq, until)),
  'end-removed': ({ seq, until }) =>
    seq === until
      ? say('Entry {seq} was removed from the end of the audit record, or lost in a disk failure.', {
          seq: String(seq),
        })
      : say(
          'Entries {seq} to {until} were removed from the end of the audit record, or lost in a disk failure.',
          span(seq, until),
        ),
  replaced: ({ seq }) => say('Entry {seq} was replaced by a different entry.', { seq: String(seq) }),
  'noticed-earlier': ({ seq, until, when }) =>
    say(
      'On {when}, Clearfolder found that entries up to number {until} had been removed or replaced. The audit record then had {seq} entries.',
      { when: when ?? '', ...span(seq, until) },
    ),
  restored({ seq, until, when: known }) {
    const when = known ?? '';
    if (until <= seq)
      return say('On {when} an older copy of the record of what was sent was restored.', { when });
    return until === seq + 1
      ? say(
          'On {when} an older copy of the record of what was sent was restored, or a new record was started: Entry {until} was not in this audit record.',
          { when, until: String(until) },
        )
      : say(
          'On {when} an older copy of the record of what was sent was restored, or a new record was started: Entries {seq} to {until} were not in this audit record.',
          { when, ...span(seq + 1, until) },
        );
  },
  'restore-open': () =>
    say(
      'An older copy of the record of what was sent was restored, so newer audit entries are missing. At its next start, Clearfolder notes the restore in the audit record.',
    ),
  'mark-missing': ({ when }) =>
    when === null
      ? say(
          'The end marker of the audit record was missing. Clearfolder cannot tell whether entries were removed from the end before that time.',
        )
      : say(
          'The end marker of the audit record was missing on {when}. Clearfolder cannot tell whether entries were removed from the end before that time.',
          { when },
        ),
};

const span = (seq: number, until: number) => ({ seq: String(seq), until: String(until) });

/** Returns the sentence about a finding. `timeOf` converts an ISO time into the value that the sentence shows. */
export function findingText(
  { kind, seq, until, at }: AuditFinding,
  timeOf: (iso: string) => string | { readonly time: string },
): Said {
  const first = seq ?? 0;
  return SENTENCES[kind]({ seq: first, until: until ?? first, when: at === null ? null : timeOf(at) });
}
