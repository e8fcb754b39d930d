import { afterEach, expect, it } from 'vitest';
import { taskQuerySchema } from '../../../src-main/contract/verbs/tasks.ts';
import {
  filterCount,
  NO_FILTERS,
  queryOf,
  setFilters,
  useTasksView,
} from '../../../src-renderer/state/tasks-view.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  useTasksView.setState({ filters: NO_FILTERS });
});

it('takes in both days of a window, whole, as this machine counts days, to the microsecond', () => {
  process.env['TZ'] = 'America/New_York';
  setFilters({ from: '2026-03-08', to: '2026-03-08', selected_date: 'created' });
  const { filters } = useTasksView.getState();
  expect(filterCount(filters)).toBe(2);
  // The clocks go forward on that day, so it has 23 hours.
  expect(taskQuerySchema.parse(queryOf(filters))).toMatchObject({
    selected_date: 'created',
    date_from: '2026-03-08T04:59:59.999999Z',
    date_to: '2026-03-09T03:59:59.999999Z',
  });
});

it('asks for no window without days, and forgets a day that is taken away', () => {
  setFilters({ from: '2026-03-08' });
  setFilters({ from: '' });
  const { filters } = useTasksView.getState();
  expect(filters).toEqual({});
  expect(taskQuerySchema.parse(queryOf(filters))).toMatchObject({ date_from: null, date_to: null });
});
