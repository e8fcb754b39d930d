import type { Issue } from './evaluation.ts';
import { mentionsCode } from './records/codes.ts';
import { type Finding, listField, textField } from './records/finding.ts';
import { labelFor } from './records/record-rules.ts';
import type { RequestSpec } from './request-spec.ts';

/** Everything the checks look at. */
export interface CaseFile {
  readonly spec: RequestSpec;
  readonly findings: readonly Finding[];
  /** Properties supplied as data, not read from a document. */
  readonly data: ReadonlyMap<string, string>;
  /** The codes to decide on: the requested ones, else those found. */
  readonly codes: readonly string[];
  readonly now: Date;
}

/**
 * One thing a check has to say. `waits` stops the Task until somebody answers, `blocks` refuses the codes it concerns,
 * `warns` is listed with them, `remark` concerns no code.
 */
export interface Concern {
  readonly issue: Issue;
  readonly effect: 'waits' | 'blocks' | 'warns' | 'remark';
  readonly codes: 'all' | readonly string[];
}

/** The codes found in documents and supplied data, in the order of the documents. */
export function codesFound(findings: readonly Finding[], data: ReadonlyMap<string, string>): string[] {
  const supplied = data.get('procedure_codes')?.match(/\b(?:\d{5}|\d{4}[FTU]|[A-V]\d{4})\b/g) ?? [];
  return [...new Set([...findings.flatMap((finding) => listField(finding, 'procedure_codes')), ...supplied])];
}

/** True when the record names the code, as a labelled code or as a word of its own. */
export function namesCode(finding: Finding, code: string): boolean {
  return (
    listField(finding, 'procedure_codes').includes(code) ||
    finding.pages.some((page) => mentionsCode(page, code))
  );
}

/** The codes a doubt about these records touches: those they name, or all when they name none. */
export function codesTouched(file: CaseFile, findings: readonly Finding[]): 'all' | readonly string[] {
  const named = file.codes.filter((code) => findings.some((finding) => namesCode(finding, code)));
  return named.length === 0 ? 'all' : named;
}

/** Records with a service date, and the date as `YYYY-MM-DD`. */
export function dated(findings: readonly Finding[]): { finding: Finding; date: string }[] {
  return findings.flatMap((finding) => {
    const date = textField(finding, 'service_date');
    return date === null ? [] : [{ finding, date }];
  });
}

/** "the insurance card and the patient visit note", each kind once. */
export function listTypes(findings: readonly Finding[]): string {
  return joinWords([...new Set(findings.map((finding) => `the ${labelFor(finding.type)}`))]);
}

/** "a, b and c". */
export function joinWords(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
