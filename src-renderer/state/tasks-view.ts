import { create } from 'zustand';
import type { VerbInput } from '../../src-main/contract/verbs/index.ts';

type TaskQuery = Omit<VerbInput<'tasks.page'>, 'extent' | 'offset' | 'length'>;

/** Filters as people set them: `from` and `to` are days of this machine, both included. */
export type TaskFilters = Omit<TaskQuery, 'date_from' | 'date_to'> & {
  readonly from?: string;
  readonly to?: string;
};

export const NO_FILTERS: TaskFilters = {};

interface TasksView {
  readonly filters: TaskFilters;
  readonly view: 'list' | 'journeys';
  readonly journeySearch: string;
}

/** How the list of Tasks is looked at: kept while the window lives, so that the way back from a Task leads to the same list. */
export const useTasksView = create<TasksView>(() => ({
  filters: NO_FILTERS,
  view: 'list',
  journeySearch: '',
}));

/** Changes some filters; `undefined` and empty lists take one away. */
export function setFilters(change: { readonly [K in keyof TaskFilters]: TaskFilters[K] | undefined }): void {
  useTasksView.setState(({ filters }) => {
    const merged = Object.entries({ ...filters, ...change }).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && !isEmptyList(value),
    );
    return { filters: Object.fromEntries(merged) };
  });
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The question for the engine that filters stand for. */
export function queryOf({ from = '', to = '', ...filters }: TaskFilters): TaskQuery {
  return { ...filters, ...windowOfDays(from, to) };
}

const NOT_A_FILTER = ['order_by', 'sort_ascending', 'selected_date'];

/** How many filters narrow the list. */
export function filterCount(filters: TaskFilters): number {
  return Object.keys(filters).filter((name) => !NOT_A_FILTER.includes(name)).length;
}

/**
 * The window of time from one day to another as this machine counts days, both whole; an empty day is no bound. The lower bound of
 * a window is exclusive and the upper bound inclusive (docs/service.md 4.4).
 */
export function windowOfDays(from: string, to: string): { date_from: string | null; date_to: string | null } {
  return {
    date_from: from === '' ? null : lastMomentBefore(startOf(from)),
    date_to: to === '' ? null : lastMomentBefore(startOf(to, 1)),
  };
}

function startOf(day: string, later = 0): Date {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start;
}

/** The service is no finer than microseconds. */
function lastMomentBefore(start: Date): string {
  return new Date(start.getTime() - 1).toISOString().replace('Z', '999Z');
}
