import type { IssueView, ReasonView } from '../views/task.ts';

/** The texts about issues in one language. */
export interface IssueTexts {
  readonly notSupplied: string;
  /** Plain names of usual identifiers (`plainName`) in this language. An unknown name stays as the service writes the name. */
  readonly names: Readonly<Record<string, string>>;
  /** For an issue without a message. `{key}` is the key of the issue. */
  readonly noMessage: string;
  /** By the keys of docs/service.md 2.5. A placeholder is a field of the issue; `{record}` is `medical_record_type`. */
  readonly keys: Readonly<Record<IssueKey, { readonly sentence: string; readonly short?: string }>>;
}

type IssueKey =
  | `task.data.${'missing' | 'inconsistent'}`
  | `task.medical_record.${'missing' | 'expired' | 'incorrect_sequence'}`
  | `task.logic.${'fail' | 'warning'}`
  | 'medical_record.data.missing';

const ENGLISH: IssueTexts = {
  notSupplied: 'Reason not supplied by the service',
  names: {},
  noMessage: 'The service reports: {key}',
  keys: {
    'task.data.missing': { sentence: 'The {property} is missing.', short: '{property}' },
    'task.data.inconsistent': {
      sentence: 'The {property} is not the same in all documents.',
      short: '{property} (differs between documents)',
    },
    'task.medical_record.missing': {
      sentence: 'No {record} was found in the documents.',
      short: '{record}',
    },
    'task.medical_record.expired': { sentence: 'The {record} is too old.', short: 'newer {record}' },
    'task.medical_record.incorrect_sequence': {
      sentence: 'The dates of the {record} are not in the required order.',
      short: '{record} (order of dates)',
    },
    'task.logic.fail': { sentence: 'A check for code {code} failed: {message}' },
    'task.logic.warning': { sentence: 'A check for code {code} gave a warning: {message}' },
    'medical_record.data.missing': {
      sentence: 'The {record} does not show the {property}.',
      short: '{property} on the {record}',
    },
  },
};

/** Returns a sentence for an issue. Without a text for the key, the sentence is the message of the service (I7). */
export function issueText(issue: ReasonView, texts: IssueTexts = ENGLISH): string {
  if (issue.key === null) return texts.notSupplied;
  const { key } = issue;
  const message = issue.message.trim() === '' ? texts.noMessage.replace('{key}', () => key) : issue.message;
  return filled(issue, textsOf(issue, texts)?.sentence, texts) ?? message;
}

export function issueShortText(issue: IssueView, texts: IssueTexts = ENGLISH): string {
  return filled(issue, textsOf(issue, texts)?.short, texts) ?? issueText(issue, texts);
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
export function nameText(identifier: string, { names }: IssueTexts = ENGLISH): string {
  const plain = plainName(identifier);
  return Object.hasOwn(names, plain) ? (names[plain] ?? plain) : plain;
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

const isKnown = (key: string): key is IssueKey => Object.hasOwn(ENGLISH.keys, key);

const textsOf = ({ key }: IssueView, { keys }: IssueTexts) => (isKnown(key) ? keys[key] : undefined);

// Returns `template` with the fields of the issue in place of the placeholders; null if `template` is undefined or the issue lacks a field.
function filled(issue: IssueView, template: string | undefined, texts: IssueTexts): string | null {
  if (template === undefined) return null;
  let complete = true;
  const text = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'message') return issue.message.trim();
    const value = issueField(issue, name === 'record' ? 'medical_record_type' : name);
    if (value === null) complete = false;
    return name === 'code' ? (value ?? '') : nameText(value ?? '', texts);
  });
  return complete ? text : null;
}
