import type { IssueView, ReasonView } from '../../src-main/contract/views/task.ts';
import { plainName } from './format.ts';
import { isMessage, t } from './translate.ts';

/**
 * The fields of an issue that its key promises (docs/service.md 2.5); a key that is not here is said as the service
 * says it.
 */
const FIELDS: Readonly<Record<string, readonly ('property' | 'record' | 'code')[]>> = {
  'task.data.missing': ['property'],
  'task.data.inconsistent': ['property'],
  'task.medical_record.missing': ['record'],
  'task.medical_record.expired': ['record'],
  'task.medical_record.incorrect_sequence': ['record'],
  'task.logic.fail': ['code'],
  'task.logic.warning': ['code'],
  'medical_record.data.missing': ['property', 'record'],
};

/**
 * An issue in plain words, by its key. For a key or shape not known, and for `task.llm.other`, the service's own message (I7);
 * for a reason that the payload did not hold, that statement (I6).
 */
export function issueText(issue: ReasonView): string {
  if (issue.key === null) return t('issue.notSupplied');
  return filled(issue, `issue.${issue.key}`) ?? ownMessage(issue);
}

/** What is missing or wrong in as few words as a row of a list has room for. */
export function issueShortText(issue: IssueView): string {
  return filled(issue, `issue.short.${issue.key}`) ?? issueText(issue);
}

/** The service's own message, where it says more than our words for the issue; else null. */
export function ownWords(issue: ReasonView): string | null {
  const message = issue.key === null ? '' : issue.message.trim();
  return message === '' || issueText(issue).includes(message) ? null : message;
}

/** A text field of an issue, or null where the issue has none of that name. */
export function issueField(issue: ReasonView, field: string): string | null {
  const value: unknown = Object.entries(issue).find(([name]) => name === field)?.[1];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function filled(issue: IssueView, key: string): string | null {
  const fields = Object.hasOwn(FIELDS, issue.key) ? (FIELDS[issue.key] ?? null) : null;
  if (fields === null || !isMessage(key)) return null;
  const property = issueField(issue, 'property');
  const record = issueField(issue, 'medical_record_type');
  const values = {
    property: property === null ? '' : plainName(property),
    record: record === null ? '' : plainName(record),
    code: issueField(issue, 'code') ?? '',
    message: issue.message.trim(),
  };
  const complete = fields.every((field) => values[field] !== '');
  return complete ? t(key, values) : null;
}

function ownMessage(issue: IssueView): string {
  return issue.message.trim() === '' ? t('issue.unknown', { key: issue.key }) : issue.message;
}
