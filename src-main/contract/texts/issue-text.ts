import type { IssueView, ReasonView } from '../views/task.ts';
import { isTextKey, type Language, messageText, sourceOf } from './messages.ts';

// The texts about issues are messages by the key of the issue (docs/service.md 2.5): `issue.sentence.KEY`, and `issue.short.KEY` for lists.
// An argument is a field of the issue; `record` is `medical_record_type`.

/** Returns a sentence for an issue. Without a text for the key, the sentence is the message of the service (I7). */
export function issueText(issue: ReasonView, language: Language = 'en'): string {
  if (issue.key === null) return messageText('issue.notSupplied', language, {});
  const { key } = issue;
  const message =
    issue.message.trim() === '' ? messageText('issue.noMessage', language, { key }) : issue.message;
  return filled(issue, `issue.sentence.${key}`, language) ?? message;
}

export function issueShortText(issue: IssueView, language: Language = 'en'): string {
  return filled(issue, `issue.short.${issue.key}`, language) ?? issueText(issue, language);
}

/** Returns the issues that no verdict names as a reason. */
export function otherIssues<T extends ReasonView>(
  issues: readonly T[],
  verdicts: readonly { readonly reasons: readonly ReasonView[] }[],
): readonly T[] {
  const used = new Set(verdicts.flatMap(({ reasons }) => reasons.map((reason) => JSON.stringify(reason))));
  return issues.filter((issue) => !used.has(JSON.stringify(issue)));
}

/** Returns the value of a field of an issue; null if the field is missing, blank or not a string. */
export function issueField(issue: ReasonView, field: string): string | null {
  const value: unknown = Object.entries(issue).find(([name]) => name === field)?.[1];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Returns an identifier of the service as plain words: `member_id` becomes "member ID", and in Spanish "número de afiliado". */
export function nameText(identifier: string, language: Language = 'en'): string {
  const plain = plainName(identifier);
  const key = `issue.name.${plain.toLowerCase().replaceAll(' ', '-')}`;
  return isTextKey(key) ? messageText(key, language, {}) : plain;
}

/** Returns an identifier of the service as plain English words. */
export function plainName(identifier: string): string {
  const words = identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_./\s]+/g, ' ')
    .trim()
    .toLowerCase();
  if (words === '') return 'unknown';
  return words.replace(/\b(id|npi|dob|mrn|icd|cpt)\b/g, (word) => word.toUpperCase());
}

// Returns the message of `key` with the fields of the issue; null if there is no such message or the issue lacks a field.
function filled(issue: IssueView, key: string, language: Language): string | null {
  if (!isTextKey(key)) return null;
  const values: Record<string, string> = {};
  for (const [, name = ''] of sourceOf(key, language).matchAll(/\{(\w+)\}/g)) {
    const value = name === 'message' ? issue.message.trim() : fieldText(issue, name, language);
    if (value === null) return null;
    values[name] = value;
  }
  return messageText(key, language, values);
}

function fieldText(issue: IssueView, name: string, language: Language): string | null {
  const value = issueField(issue, name === 'record' ? 'medical_record_type' : name);
  return value === null || name === 'code' ? value : nameText(value, language);
}
