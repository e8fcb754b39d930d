import { windowOfDays } from '../../src-main/contract/local-day.ts';
import { forgottenStore } from './store.ts';
import type { TaskQuery } from './tasks-view.ts';

type FollowUpFilter = 'open' | 'done' | 'any';
export type OutcomeFilter = 'any' | 'approved' | 'not-approved' | 'failed' | 'invalid';

export interface VerdictFilters {
  readonly search: string;
  readonly followUp: FollowUpFilter;
  readonly outcome: OutcomeFilter;
  readonly code: string;
  readonly folder: string;
  /** `from` and `to` are local dates, and both days are included. An empty text means no bound. */
  readonly from: string;
  readonly to: string;
}

/** The filters at the start: finished Tasks with an open follow-up, because these Tasks need a person. */
export const FIRST_FILTERS: VerdictFilters = {
  search: '',
  followUp: 'open',
  outcome: 'any',
  code: '',
  folder: '',
  from: '',
  to: '',
};

export const useVerdictFilters = forgottenStore<VerdictFilters>(FIRST_FILTERS, { withEnvironment: true });

/** Among the filters with these names, counts those that differ from their initial value. */
export function changedCount(filters: VerdictFilters, names: readonly (keyof VerdictFilters)[]): number {
  return names.filter((name) => filters[name] !== FIRST_FILTERS[name]).length;
}

export function isNarrowed(filters: VerdictFilters): boolean {
  return JSON.stringify(filters) !== JSON.stringify(FIRST_FILTERS);
}

export function queryOf(filters: VerdictFilters): TaskQuery {
  const { outcome, followUp } = filters;
  const ended = outcome === 'failed' || outcome === 'invalid';
  const verdict = outcome === 'approved' || outcome === 'not-approved';
  const ofVerdict = verdict ? ['completed'] : ['completed', 'failed', 'invalid'];
  return {
    search: filters.search,
    status: ended ? [outcome] : ofVerdict,
    cleared: followUp === 'any' ? null : followUp === 'done',
    outcome: verdict ? outcome : null,
    code: filters.code === '' ? null : filters.code,
    folder: filters.folder === '' ? null : filters.folder,
    selected_date: 'latest_status_change',
    ...windowOfDays(filters.from, filters.to),
    order_by: 'latest_status_change',
    sort_ascending: false,
  };
}
