import type { Insights } from '../views/insights.ts';
import { type IssueTexts, issueText } from './issue-text.ts';

/**
 * The sentences for the issue keys whose usual sentence (`issueText`) contains the message of a single issue. Insights count many issues
 * together, so these sentences have no message.
 */
const ENGLISH = {
  'task.logic.fail': 'A check failed.',
  'task.logic.warning': 'A check gave a warning.',
  'task.llm.other': 'The service gave a remark of its own.',
} as const;

export type KindTexts = Readonly<Record<keyof typeof ENGLISH, string>>;

type Kind = Pick<Insights['waiting']['by_reason'][number], 'key' | 'property' | 'record_type'>;

const isKnown = (key: string): key is keyof typeof ENGLISH => Object.hasOwn(ENGLISH, key);

/** Returns a sentence for a kind of issue. The sentence does not contain messages of the service; Insights show the messages separately. */
export function reasonKindText(
  { key, property, record_type: type }: Kind,
  kinds: KindTexts = ENGLISH,
  issues?: IssueTexts,
): string {
  if (key === null) return issueText({ key, message: '' }, issues);
  if (isKnown(key)) return kinds[key];
  return issueText({ key, message: '', property, medical_record_type: type }, issues);
}

/** Returns a duration as text in the largest fitting unit, such as "2.5 hr". */
export function durationText(seconds: number, locale = 'en'): string {
  if (seconds < 60) return inUnit(locale, seconds, 'second', 0);
  if (seconds < 3_600) return inUnit(locale, seconds / 60, 'minute', 0);
  if (seconds < 172_800) return inUnit(locale, seconds / 3_600, 'hour', 1);
  return inUnit(locale, seconds / 86_400, 'day', 1);
}

function inUnit(locale: string, value: number, unit: string, digits: number): string {
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(locale, format).format(value);
}

interface Codes {
  readonly approved: number;
  readonly not_approved: number;
}

/**
 * Returns the share of approved codes as text, such as "75%". At least one code must be counted, because the function divides by the number
 * of codes.
 */
export function rateText({ approved, not_approved: not }: Codes, locale = 'en'): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(approved / (approved + not));
}
