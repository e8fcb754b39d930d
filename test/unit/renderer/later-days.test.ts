import { expect, it } from 'vitest';
import { laterDays } from '../../../src-renderer/features/handling/later-days.ts';

it.each([
  ['a Friday', 27, { tomorrow: '2026-11-28', nextMonday: '2026-11-30', first: '2026-11-30' }],
  ['a Saturday', 28, { tomorrow: '2026-11-29', nextMonday: '2026-11-30', first: '2026-11-30' }],
  ['a Sunday', 29, { tomorrow: '2026-11-30', nextMonday: '2026-11-30', first: '2026-11-30' }],
  ['a Monday', 30, { tomorrow: '2026-12-01', nextMonday: '2026-12-07', first: '2026-12-01' }],
])('on %s, a Task is first set aside until a working day', (_, day, days) => {
  expect(laterDays(new Date(2026, 10, day, 23, 59))).toMatchObject(days);
});
