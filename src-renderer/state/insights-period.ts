import { create } from 'zustand';
import { dayOf, startOfDay } from '../../src-main/contract/local-day.ts';
import type { Period } from '../../src-main/contract/verbs/insights.ts';

export const PERIODS = ['7', '30', '90', 'custom'] as const;

interface ChosenPeriod {
  /** A number of days up to and including today, or `custom` for the days from `from` to `to`. */
  readonly choice: (typeof PERIODS)[number];
  readonly from: string;
  readonly to: string;
}

/** The period that the screen Insights shows. The choice lasts until the window closes. */
export const useInsightsPeriod = create<ChosenPeriod>(() => ({ choice: '30', from: '', to: '' }));

/**
 * Returns the first and the last day of a chosen period. Returns null for a custom period without a first day, or whose last day is missing
 * or before the first day.
 */
export function periodOf({ choice, from, to }: ChosenPeriod, now: Date): Period | null {
  if (choice === 'custom') return from === '' || to < from ? null : { from, to };
  const today = dayOf(now);
  return { from: dayOf(startOfDay(today, 1 - Number(choice))), to: today };
}
