import { type Said, say } from '../say.ts';
import type { AuditFinding } from '../views/audit.ts';

export const TAMPERED_NEXT = say('doctor.exportAuditRecordKeep');

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
  changed: ({ seq }) => say('doctor.entryChanged', { seq: String(seq) }),
  removed: ({ seq, until }) =>
    seq === until
      ? say('doctor.entryRemoved', { seq: String(seq) })
      : say('doctor.entriesRemoved', span(seq, until)),
  'end-removed': ({ seq, until }) =>
    seq === until
      ? say('doctor.entryRemovedEndAudit', {
          seq: String(seq),
        })
      : say('doctor.entriesRemovedEndAudit', span(seq, until)),
  replaced: ({ seq }) => say('doctor.entryReplacedDifferentEntry', { seq: String(seq) }),
  'noticed-earlier': ({ seq, until, when }) =>
    say('doctor.foundEntriesNumberRemoved', { when: when ?? '', ...span(seq, until) }),
  restored({ seq, until, when: known }) {
    const when = known ?? '';
    if (until <= seq) return say('doctor.olderCopyRecordWhat', { when });
    return until === seq + 1
      ? say('doctor.olderCopyRecordWhatSent', { when, until: String(until) })
      : say('doctor.olderCopyRecordWhatSentRestored', { when, ...span(seq + 1, until) });
  },
  'restore-open': () => say('doctor.olderCopyRecordWhatSentRestoredNewerAudit'),
  'mark-missing': ({ when }) =>
    when === null ? say('doctor.endMarkerAuditRecord') : say('doctor.endMarkerAuditRecordMissing', { when }),
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
