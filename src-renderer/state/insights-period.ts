import { create } from 'zustand';
import { dayOf, startOfDay } from '../../src-main/contract/local-day.ts';
import type { Period } from '../../src-main/contract/verbs/insights.ts';

export const PERIODS = ['7', '30', '90', 'custom'] as const;

interface ChosenPeriod {
  /** A number of days that ends today, or the days `from` and `to`. */
  readonly choice: (typeof PERIODS)[number];
  readonly from: string;
  readonly to: string;
}

/** The period of the screen Insights. The period stays until the window closes. */
export const useInsightsPeriod = create<ChosenPeriod>(() => ({ choice: '30', from: '', to: '' }));

/** Returns the days of a chosen period; null while the days of an own period are missing or in the wrong order. */
export function periodOf({ choice, from, to }: ChosenPeriod, now: Date): Period | null {
  if (choice === 'custom') return from === '' || to < from ? null : { from, to };
  const today = dayOf(now);
  return { from: dayOf(startOfDay(today, 1 - Number(choice))), to: today };
}
