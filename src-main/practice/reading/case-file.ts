import type { Issue } from './evaluation.ts';
import { mentionsCode } from './records/codes.ts';
import { type Finding, listField, textField } from './records/finding.ts';
import { labelFor } from './records/record-rules.ts';
import type { RequestSpec } from './request-spec.ts';

/** The input of the checks. */
export interface CaseFile {
  readonly spec: RequestSpec;
  readonly findings: readonly Finding[];
  /** Properties that were supplied as data and not read from a document. */
  readonly data: ReadonlyMap<string, string>;
  /** The codes to decide on: the requested codes, or else the codes found in documents. */
  readonly codes: readonly string[];
  readonly now: Date;
}

/**
 * The result of a check. `waits` makes the Task wait for an answer, `blocks` refuses the codes concerned, `warns` is listed with the codes,
 * and `remark` concerns no code.
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

/** Whether the record names the code, with a label or as a separate word. */
export function namesCode(finding: Finding, code: string): boolean {
  return (
    listField(finding, 'procedure_codes').includes(code) ||
    finding.pages.some((page) => mentionsCode(page, code))
  );
}

/** The codes that a doubt about these records affects: the codes that they name, or all codes if they name none. */
export function codesTouched(file: CaseFile, findings: readonly Finding[]): 'all' | readonly string[] {
  const named = file.codes.filter((code) => findings.some((finding) => namesCode(finding, code)));
  return named.length === 0 ? 'all' : named;
}

/** The records with a service date, each with its date as `YYYY-MM-DD`. */
export function dated(findings: readonly Finding[]): { finding: Finding; date: string }[] {
  return findings.flatMap((finding) => {
    const date = textField(finding, 'service_date');
    return date === null ? [] : [{ finding, date }];
  });
}

/** The kinds of record in words, each kind once, such as "the insurance card and the patient visit note". */
export function listTypes(findings: readonly Finding[]): string {
  return joinWords([...new Set(findings.map((finding) => `the ${labelFor(finding.type)}`))]);
}

/** The parts as a list in words, such as "a, b and c". */
export function joinWords(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
