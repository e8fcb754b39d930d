import { RECORD_RULES } from './record-rules.ts';

/** Kinds that ask for something, and so cannot be older than the first visit, which is where it was ordered. */
export const ORDERED_AT_A_VISIT: readonly string[] = [
  'prior-auth-form',
  'service-request',
  'referral',
  'imaging-report',
];

/** Kinds whose codes are a wish, not evidence. */
export const REQUEST_TYPES: readonly string[] = ['prior-auth-form', 'service-request', 'referral'];

const LABELS = new Map(RECORD_RULES.map((rule) => [rule.type, rule.label]));

/** The words for a kind of record; an unknown kind reads as its own name without hyphens. */
export function labelFor(type: string): string {
  return LABELS.get(type) ?? type.replaceAll('-', ' ');
}
