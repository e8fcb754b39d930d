import { expect, it } from 'vitest';
import { taskQuerySchema } from '../../../src-main/contract/verbs/tasks.ts';
import { filterTexts } from '../../../src-renderer/features/verdicts/filter-texts.ts';
import { FIRST_FILTERS, isNarrowed, queryOf } from '../../../src-renderer/state/verdict-filters.ts';

it('begins with everything decided whose follow-up is open, newest first', () => {
  expect(taskQuerySchema.parse(queryOf(FIRST_FILTERS))).toMatchObject({
    status: ['completed', 'failed', 'invalid'],
    cleared: false,
    order_by: 'latest_status_change',
    sort_ascending: false,
    code: null,
    outcome: null,
    date_from: null,
  });
  expect(isNarrowed(FIRST_FILTERS)).toBe(false);
});

it('asks for verdicts only among Tasks that have some, and for failures by their status', () => {
  expect(queryOf({ ...FIRST_FILTERS, outcome: 'not-approved' })).toMatchObject({
    status: ['completed'],
    outcome: 'not-approved',
  });
  expect(queryOf({ ...FIRST_FILTERS, outcome: 'invalid' })).toMatchObject({
    status: ['invalid'],
    outcome: null,
  });
});

it('takes in both days of a window, whole, as this machine counts days', () => {
  const { date_from, date_to } = queryOf({ ...FIRST_FILTERS, from: '2026-03-01', to: '2026-03-01' });
  expect(Date.parse(date_from ?? '')).toBe(new Date(2026, 2, 1).getTime() - 1);
  expect(Date.parse(date_to ?? '')).toBe(new Date(2026, 2, 2).getTime() - 1);
});

it('says which Tasks an export gets, also by the filters at the start, which stay after “Clear filters”', () => {
  expect(filterTexts(FIRST_FILTERS)).toEqual(['Follow-up: Open', 'Folder: Any', 'Date: Any']);
  expect(
    filterTexts({
      ...FIRST_FILTERS,
      ...{ search: 'Miller', followUp: 'any', outcome: 'failed', code: '73721', folder: 'clinic' },
      from: '2026-11-01',
    }),
  ).toEqual([
    ...['Search: Miller', 'Follow-up: Any', 'Outcome: Failed at the service', 'Verdict code: 73721'],
    ...['Folder: clinic', 'Decided from: Nov 1, 2026'],
  ]);
});
