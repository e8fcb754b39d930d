import { windowOfDays } from '../../src-main/contract/local-day.ts';
import type { VerbInput } from '../../src-main/contract/verbs/index.ts';
import { forgottenStore } from './store.ts';

export type TaskQuery = Omit<VerbInput<'tasks.export'>, 'format' | 'language'>;

/** The filters as the form shows them. `from` and `to` are local dates (`YYYY-MM-DD`), and both days are included. */
export type TaskFilters = Omit<TaskQuery, 'date_from' | 'date_to'> & {
  readonly from?: string;
  readonly to?: string;
};

export const NO_FILTERS: TaskFilters = {};

interface TasksView {
  readonly filters: TaskFilters;
  readonly view: 'list' | 'journeys';
  readonly journeySearch: string;
  /** The place (`TablePlace`) at which the person opened a Task of the list, and the filters of the list as JSON. */
  readonly opened: { readonly active: number; readonly top: number; readonly filters: string } | null;
}

/** The state of the Task list. The state stays when a person leaves the screen, so that Back returns to the same place of the same list. */
export const useTasksView = forgottenStore<TasksView>(
  {
    filters: NO_FILTERS,
    view: 'list',
    journeySearch: '',
    opened: null,
  },
  { withEnvironment: true },
);

/** Changes filters. The value `undefined` or an empty list removes a filter. */
export function setFilters(change: { readonly [K in keyof TaskFilters]: TaskFilters[K] | undefined }): void {
  useTasksView.setState(({ filters }) => {
    const merged = Object.entries({ ...filters, ...change }).filter(
      ([, value]) => value != null && value !== '' && !(Array.isArray(value) && value.length === 0),
    );
    return { filters: Object.fromEntries(merged) };
  });
}

export function queryOf({ from = '', to = '', ...filters }: TaskFilters): TaskQuery {
  return { ...filters, ...windowOfDays(from, to) };
}

const NOT_A_FILTER = ['order_by', 'sort_ascending', 'selected_date'];

/**
 * Counts the filters that are set. If `names` is given, counts only the filters with these names. The sort order and the kind of date do
 * not count.
 */
export function filterCount(
  filters: TaskFilters,
  names: readonly (keyof TaskFilters)[] | null = null,
): number {
  const wanted: readonly string[] = names ?? Object.keys(filters);
  return wanted.filter((name) => Object.hasOwn(filters, name) && !NOT_A_FILTER.includes(name)).length;
}
