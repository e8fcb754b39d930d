import type { Insights } from './insights.ts';
import { issueText } from './issue-text.ts';

/** The sentences of issue keys whose own sentence needs the message of one issue. */
const KINDS: Readonly<Record<string, string>> = {
  'task.logic.fail': 'A check failed.',
  'task.logic.warning': 'A check gave a warning.',
  'task.llm.other': 'The service gave a remark of its own.',
};

type Kind = Pick<Insights['waiting']['by_reason'][number], 'key' | 'property' | 'record_type'>;

/** Returns a sentence for a kind of issue. The messages of the service are beside it. */
export function reasonKindText({ key, property, record_type: type }: Kind): string {
  if (key === null) return issueText({ key, message: '' });
  const own = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined;
  return own ?? issueText({ key, message: '', property, medical_record_type: type });
}

/** Returns a length of time in one unit, such as "2.5 hr". */
export function durationText(seconds: number): string {
  if (seconds < 60) return inUnit(seconds, 'second', 0);
  if (seconds < 3_600) return inUnit(seconds / 60, 'minute', 0);
  if (seconds < 172_800) return inUnit(seconds / 3_600, 'hour', 1);
  return inUnit(seconds / 86_400, 'day', 1);
}

function inUnit(value: number, unit: string, digits: number): string {
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat('en', format).format(value);
}

/** Returns the share of approved codes as a text, such as "75%". Must not be called without codes. */
export function rateText({
  approved,
  not_approved: not,
}: {
  approved: number;
  not_approved: number;
}): string {
  return new Intl.NumberFormat('en', { style: 'percent' }).format(approved / (approved + not));
}
