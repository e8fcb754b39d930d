import type { Issue } from './evaluation.ts';
import { mentionsCode } from './records/codes.ts';
import { type Finding, listField, textField } from './records/finding.ts';
import { labelFor } from './records/record-rules.ts';
import type { RequestSpec } from './request-spec.ts';

export interface CaseFile {
  readonly spec: RequestSpec;
  readonly findings: readonly Finding[];
  /** The values that the client sent as plain JSON properties and not in a document, by the name of the property. */
  readonly data: ReadonlyMap<string, string>;
  /** The codes that need a verdict: the codes of request_spec. If request_spec has no codes: the codes in the documents and in `data`. */
  readonly codes: readonly string[];
  readonly now: Date;
}

/**
 * An issue that a check found, with the effect of the issue:
 * - `waits`: the Task waits for an answer.
 * - `blocks`: the service does not approve the codes in `codes`.
 * - `warns`: the verdicts on `codes` list the issue, but the issue does not change the verdicts.
 * - `remark`: the issue concerns no code, and `codes` is empty.
 */
export interface Concern {
  readonly issue: Issue;
  readonly effect: 'waits' | 'blocks' | 'warns' | 'remark';
  readonly codes: 'all' | readonly string[];
}

export function codesFound(findings: readonly Finding[], data: ReadonlyMap<string, string>): string[] {
  const supplied = data.get('procedure_codes')?.match(/\b(?:\d{5}|\d{4}[FTU]|[A-V]\d{4})\b/g) ?? [];
  return [...new Set([...findings.flatMap((finding) => listField(finding, 'procedure_codes')), ...supplied])];
}

/** Whether the record contains the code, either after a label such as "CPT" or as a separate word in the text. */
export function namesCode(finding: Finding, code: string): boolean {
  return (
    listField(finding, 'procedure_codes').includes(code) ||
    finding.pages.some((page) => mentionsCode(page, code))
  );
}

/** Returns the codes of the Task that a problem in the records `findings` affects: the codes that these records name; `all` if none. */
export function codesTouched(file: CaseFile, findings: readonly Finding[]): 'all' | readonly string[] {
  const named = file.codes.filter((code) => findings.some((finding) => namesCode(finding, code)));
  return named.length === 0 ? 'all' : named;
}

export function dated(findings: readonly Finding[]): { finding: Finding; date: string }[] {
  return findings.flatMap((finding) => {
    const date = textField(finding, 'service_date');
    return date === null ? [] : [{ finding, date }];
  });
}

export function listTypes(findings: readonly Finding[]): string {
  return joinWords([...new Set(findings.map((finding) => `the ${labelFor(finding.type)}`))]);
}

export function joinWords(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
