import { issueField, issueText, plainName } from '../../contract/texts/issue-text.ts';
import type { Issue, TaskDetails } from '../service/schemas.ts';

/** The kind of input field for a value. The service gives no type, so `guessKind` derives the kind from the property's name. */
export type DataKind = 'date' | 'number' | 'text';

export interface Needs {
  /** The `latest_status_change` of the Task: the time at which the Task began to wait. */
  readonly since: string;
  readonly documents: readonly { recordType: string; words: string }[];
  readonly data: readonly { property: string; words: string; kind: DataKind }[];
  readonly others: readonly { key: string; words: string }[];
}

export interface Wants {
  readonly documents: readonly { recordType: string; issue: Issue }[];
  readonly data: readonly { property: string; kind: DataKind; issue: Issue }[];
  readonly others: readonly { issue: Issue }[];
}

function guessKind(property: string): DataKind {
  const name = plainName(property).toLowerCase();
  if (/\b(date|dob|birthday|day)\b/.test(name)) return 'date';
  // Member and policy numbers contain letters and leading zeros, so only quantities count as numbers.
  if (/\b(age|count|quantity|amount|weight|height|units|visits)\b/.test(name)) return 'number';
  return 'text';
}

function once<T>(items: readonly T[], identity: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [identity(item), item])).values()];
}

/** Groups the issues of one payload (I6). `documents`: a missing, expired or incomplete record. `data`: a missing or inconsistent value. */
export function wantsOf(details: TaskDetails): Wants {
  const documents: { recordType: string; issue: Issue }[] = [];
  const data: { property: string; kind: DataKind; issue: Issue }[] = [];
  const others: { issue: Issue }[] = [];
  for (const issue of details.issues) {
    const property = issueField(issue, 'property');
    const recordType = issueField(issue, 'medical_record_type');
    const wantsData = issue.key === 'task.data.missing' || issue.key === 'task.data.inconsistent';
    const wantsDocument =
      issue.key.startsWith('task.medical_record.') || issue.key === 'medical_record.data.missing';
    if (wantsData && property !== null) data.push({ property, kind: guessKind(property), issue });
    else if (wantsDocument && recordType !== null) documents.push({ recordType, issue });
    else others.push({ issue });
  }
  return {
    documents: once(documents, (item) => `${item.recordType} ${issueText(item.issue)}`),
    data: once(data, (item) => item.property),
    others,
  };
}

export function needsOf(details: TaskDetails): Needs {
  const { documents, data, others } = wantsOf(details);
  return {
    since: details.latest_status_change,
    documents: documents.map(({ recordType, issue }) => ({ recordType, words: issueText(issue) })),
    data: data.map(({ property, kind, issue }) => ({ property, words: issueText(issue), kind })),
    others: others.map(({ issue }) => ({ key: issue.key, words: issueText(issue) })),
  };
}
