import { issueText } from '../../contract/texts/issue-text.ts';
import type { DataItem, Issue, MedicalRecord, TaskDetails } from '../service/schemas.ts';

export type IssueView = Issue & { readonly words: string };

type Unit = 'page' | 'second' | null;

export interface RecordView {
  readonly record_type: string;
  readonly timestamp: string | null;
  readonly data_item: string;
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** In pages or in seconds of a recording. `unit` is null if unknown. A null `to` means the end of the document. */
  readonly ranges: readonly { unit: Unit; from: number; to: number | null; words: string }[];
}

const NOT_SUPPLIED = { key: null, message: 'reason not supplied' } as const;

/** Returns the view of one payload: issues, verdicts and medical records. Every value of the view comes from this payload (I6). */
export function viewTask(details: TaskDetails) {
  const issues = details.issues.map((issue): IssueView => ({ ...issue, words: issueText(issue) }));
  const conclusions = loneConclusions(details);
  return { issues, verdicts: verdictsOf(details, issues), conclusions, records: recordsIn(details) };
}

/** Returns the conclusions about codes for which the payload has no verdict. */
export function loneConclusions(details: TaskDetails): { code: string; conclusion: string }[] {
  const decided = new Set((details.verdicts ?? []).map(({ code }) => code));
  return (details.verdict_summaries ?? [])
    .filter(({ code }) => !decided.has(code))
    .map(({ code, conclusion }) => ({ code, conclusion }));
}

export function verdictsOf<I extends Issue>(details: TaskDetails, issues: readonly I[]) {
  const conclusions = new Map(
    (details.verdict_summaries ?? []).map((summary) => [summary.code, summary.conclusion]),
  );
  return (details.verdicts ?? []).map((verdict) => ({
    code: verdict.code,
    approved: verdict.approved,
    /** Null if the service sent no conclusion for this code. */
    conclusion: conclusions.get(verdict.code) ?? null,
    /** Each reason is an issue of the same payload. If the payload lacks the issue, the reason is `NOT_SUPPLIED` (I6). */
    reasons: verdict.issues.map((index) => issues[index] ?? NOT_SUPPLIED),
  }));
}

export function recordsIn(details: TaskDetails): RecordView[] {
  return details.data_items.flatMap((item) => {
    const records = recordsOf(item);
    const unit = unitOf(item, records);
    return records.map((record) => viewRecord(record, item, unit));
  });
}

/** Returns the medical records of a file item; an empty list for an item of another kind (docs/service.md 2.3). */
export function recordsOf(item: DataItem): readonly MedicalRecord[] {
  return 'medical_records' in item && item.data_type === 'file' && Array.isArray(item.medical_records)
    ? item.medical_records
    : [];
}

function viewRecord(record: MedicalRecord, item: DataItem, unit: Unit): RecordView {
  return {
    record_type: record.record_type,
    timestamp: record.timestamp ?? null,
    data_item: item.uuid,
    fields: record.fields ?? null,
    ranges: record.sections
      .filter(({ start }) => start !== null)
      .map((section) => {
        const range = rangeOf(section, unit);
        return { ...range, words: rangeWords(unit, range.from, range.to) };
      }),
  };
}

// Returns the pages or seconds of a section. `to` is the last page of the section: a section of two pages from page 3 ends at page 4. For
// seconds, `to` is `start` plus `length`. A section without a usable start counts as the whole document.
function rangeOf({ start, length }: MedicalRecord['sections'][number], unit: Unit) {
  if (start === null) return { unit: null, from: 0, to: null };
  const open = length === null || length === undefined;
  const to = open ? (unit === 'page' ? start : null) : start + length - (unit === 'page' ? 1 : 0);
  return { unit, from: start, to };
}

/**
 * Returns the text that the service read in each record of a file item; an empty list for an item of another kind (docs/service.md 2.4).
 */
export function textsIn(item: DataItem) {
  const records = recordsOf(item);
  const unit = unitOf(item, records);
  return records.map((record) => ({
    record_type: record.record_type,
    fields: record.fields ?? null,
    sections: record.sections.map((section) => ({
      ...rangeOf(section, unit),
      text: section.content,
      fields: section.fields ?? null,
    })),
  }));
}

function rangeWords(unit: Unit, from: number, to: number | null): string {
  switch (unit) {
    case 'page':
      return to === null || to <= from ? `page ${from}` : `pages ${from} to ${to}`;
    case 'second':
      return to === null ? `from second ${from} to the end` : `seconds ${from} to ${to}`;
    case null:
      return to === null ? `from ${from} to the end` : `from ${from} to ${to}`;
  }
}

const RECORDING =
  /\b(audio|video|recordings?|dictation|mp[34]|mpeg|wav|m4a|ogg|opus|flac|aac|wma|amr|3gpp?|webm|dss|ds2)\b/i;
const RECORDING_NAME =
  /\.(mp[34]|mpga|wav|m4[ab]|og[ga]|opus|flac|aac|wma|amr|3gp|webm|aiff?|caf|mka|mov|dss|ds2)\s*$/i;

// Returns the unit of an item's sections: pages of a PDF, or seconds of a recording (docs/service.md 2.4). The format or name decides.
// Otherwise the unit is pages, or null if a section has no length, because the item may be a recording.
function unitOf({ data_format: format, name }: DataItem, records: readonly MedicalRecord[]): Unit {
  if (/\bpdf\b/i.test(format ?? '')) return 'page';
  if (RECORDING.test(format ?? '')) return 'second';
  if (/\.pdf\s*$/i.test(name ?? '')) return 'page';
  if (RECORDING_NAME.test(name ?? '')) return 'second';
  const isOpen = records.some(({ sections }) =>
    sections.some(({ start, length }) => start !== null && (length ?? null) === null),
  );
  return isOpen ? null : 'page';
}
