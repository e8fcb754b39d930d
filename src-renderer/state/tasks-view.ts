import { create } from 'zustand';
import type { VerbInput } from '../../src-main/contract/verbs/index.ts';
import { windowOfDays } from './window-of-days.ts';

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
