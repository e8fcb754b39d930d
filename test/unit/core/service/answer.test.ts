import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../../../src-main/core/service/answer.ts';

const DATE = 'Fri, 20 Nov 2026 22:00:00 GMT';
const DAY_MS = 86_400_000;

test.each([
  ['0', 0],
  ['7', 7_000],
  [' 120 ', 120_000],
  ['-5', 0],
  ['999999999', DAY_MS],
  ['Fri, 20 Nov 2026 22:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 21:00:00 GMT', 0],
  ['Sun, 20 Nov 2033 21:00:00 GMT', DAY_MS],
  ['Friday, 20-Nov-26 22:00:10 GMT', 10_000],
  ['Fri Nov 20 22:00:20 2026', 20_000],
  ['', null],
  ['soon', null],
  ['2026', 2_026_000],
  ['next 5', null],
])('"%s" means %s ms', (value, ms) => {
  expect(parseRetryAfter(value, DATE, Date.parse('2020-01-01'))).toBe(ms);
});

test('a date is measured against this clock only where the answer is not dated', () => {
  const now = Date.parse('2026-11-20T21:59:00Z');
  expect(parseRetryAfter(DATE, undefined, now)).toBe(60_000);
  expect(parseRetryAfter(DATE, 'nonsense', now)).toBe(60_000);
  expect(parseRetryAfter(undefined, DATE, now)).toBeNull();
});
