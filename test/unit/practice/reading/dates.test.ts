import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ageInDays, findDate } from '../../../../src-main/practice/reading/records/dates.ts';

it.each([
  ['10-19-2014 (10yo)', '2014-10-19'],
  ['06-15-22', '2022-06-15'],
  ['7/4/88', '1988-07-04'],
  ['31/12/2020', '2020-12-31'],
  ['March 4, 2026', '2026-03-04'],
  ['4 Sept 2025', '2025-09-04'],
  ['04-Mar-2026', '2026-03-04'],
  ['2026-02-01T09:30:00+01:00', '2026-02-01'],
  ['seen 2026-01-09, again 01/02/2026', '2026-01-09'],
])('reads %j', (text, date) => {
  expect(findDate(text, 2026)).toBe(date);
});

it.each(['555-991-2750', '02/30/2026', '13/13/2026', '110/70 mmHg', 'Maybe 12 2024x', '1/2'])(
  'finds none in %j',
  (text) => {
    expect(findDate(text, 2026)).toBeNull();
  },
);

it('reads back every day it could have written, in either form', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [year, month, dayOfMonth] = iso.split('-');
      expect(findDate(`on ${iso}.`, 2026)).toBe(iso);
      expect(findDate(`on ${month}/${dayOfMonth}/${year}.`, 2026)).toBe(iso);
    }),
  );
});

it('counts whole days', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(ageInDays('2026-02-28', now)).toBe(1);
  expect(ageInDays('2026-03-01', now)).toBe(0);
  expect(ageInDays('2026-03-02', now)).toBe(-1);
});
