import type { Issue } from './evaluation.ts';
import { mentionsCode } from './records/codes.ts';
import { type Finding, listField, textField } from './records/finding.ts';
import { labelFor } from './records/record-rules.ts';
import type { RequestSpec } from './request-spec.ts';

export interface CaseFile {
  readonly spec: RequestSpec;
  readonly findings: readonly Finding[];
  /** The values of properties that the client sent as data, without a document, by property name. */
  readonly data: ReadonlyMap<string, string>;
  /** The codes that need a verdict: the requested codes, or else the codes in the documents. */
  readonly codes: readonly string[];
  readonly now: Date;
}

/**
 * The result of a check. The effect on the Task:
 * - `waits`: the Task waits for an answer.
 * - `blocks`: the service does not approve the codes in `codes`.
 * - `warns`: the issue appears with the codes but does not change the verdicts.
 * - `remark`: the issue concerns no code.
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

/** Whether the record contains the code, after a label or as a separate word. */
export function namesCode(finding: Finding, code: string): boolean {
  return (
    listField(finding, 'procedure_codes').includes(code) ||
    finding.pages.some((page) => mentionsCode(page, code))
  );
}

/** Returns the codes that a problem of these records affects: the codes in the records, or all codes if the records contain none. */
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
