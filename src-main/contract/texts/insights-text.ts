import type { Insights } from '../views/insights.ts';
import { issueText } from './issue-text.ts';
import { isTextKey, type Language, messageText } from './messages.ts';

type Kind = Pick<Insights['waiting']['by_reason'][number], 'key' | 'property' | 'record_type'>;

/**
 * Returns a sentence for a kind of issue. Insights count many issues together, so the sentence does not contain the message of a single
 * issue (`issue.kind.KEY`); Insights show the messages separately.
 */
export function reasonKindText(
  { key, property, record_type: type }: Kind,
  language: Language = 'en',
): string {
  const kind = `issue.kind.${key}`;
  if (key === null) return issueText({ key, message: '' }, language);
  if (isTextKey(kind)) return messageText(kind, language, {});
  return issueText({ key, message: '', property, medical_record_type: type }, language);
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
