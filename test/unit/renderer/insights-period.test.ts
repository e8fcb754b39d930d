import { expect, test } from 'vitest';
import { periodOf } from '../../../src-renderer/state/insights-period.ts';

const period = (choice: Parameters<typeof periodOf>[0]['choice'], now: string) =>
  periodOf({ choice, from: '2026-02-03', to: '2026-02-01' }, new Date(now));

test('a period is a month, a number of days up to today, or days that a person chose', () => {
  expect(period('month', '2026-03-01T12:00:00')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(period('last-month', '2026-03-31T12:00:00')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(period('last-month', '2026-01-05T12:00:00')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(period('7', '2026-03-03T12:00:00')).toEqual({ from: '2026-02-25', to: '2026-03-03' });
  expect(period('custom', '2026-03-03T12:00:00')).toBe(null);
});
