import { dayOf, startOfDay } from '../../src-main/contract/local-day.ts';
import type { Period } from '../../src-main/contract/verbs/insights.ts';
import { forgottenStore } from './store.ts';

export const PERIODS = ['month', 'last-month', '7', '30', '90', 'custom'] as const;

interface ChosenPeriod {
  /** This month up to today, the month before, a number of days up to today, or `custom` for the days from `from` to `to`. */
  readonly choice: (typeof PERIODS)[number];
  readonly from: string;
  readonly to: string;
}

/** The period that the screen Insights shows. The choice lasts until the window closes. */
export const useInsightsPeriod = forgottenStore<ChosenPeriod>(
  { choice: '30', from: '', to: '' },
  { withEnvironment: true },
);

/**
 * Returns the first and the last day of a chosen period. Returns null for a custom period without a first day, or whose last day is missing
 * or before the first day.
 */
export function periodOf({ choice, from, to }: ChosenPeriod, now: Date): Period | null {
  if (choice === 'custom') return from === '' || to < from ? null : { from, to };
  const today = dayOf(now);
  const firstOfMonth = (day: string) => `${day.slice(0, -2)}01`;
  if (choice === 'month') return { from: firstOfMonth(today), to: today };
  if (choice === 'last-month') {
    const last = dayOf(startOfDay(firstOfMonth(today), -1));
    return { from: firstOfMonth(last), to: last };
  }
  return { from: dayOf(startOfDay(today, 1 - Number(choice))), to: today };
}
