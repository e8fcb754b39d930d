import { create } from 'zustand';

export type FollowUpFilter = 'open' | 'done' | 'any';
export type OutcomeFilter = 'any' | 'approved' | 'not-approved' | 'failed' | 'invalid';

export interface VerdictFilters {
  readonly search: string;
  readonly followUp: FollowUpFilter;
  readonly outcome: OutcomeFilter;
  readonly code: string;
  readonly folder: string;
  /** Days of this machine, both included; empty for no bound. */
  readonly from: string;
  readonly to: string;
}

/** What needs a person comes first: everything decided whose follow-up is open. */
export const FIRST_FILTERS: VerdictFilters = {
  search: '',
  followUp: 'open',
  outcome: 'any',
  code: '',
  folder: '',
  from: '',
  to: '',
};

/** How the verdicts are looked at: kept while the window lives. */
export const useVerdictFilters = create<VerdictFilters>(() => FIRST_FILTERS);

/** Whether anything but the first filters is set. */
export function isNarrowed(filters: VerdictFilters): boolean {
  return JSON.stringify(filters) !== JSON.stringify(FIRST_FILTERS);
}
