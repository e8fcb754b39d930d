import { expect, it } from 'vitest';
import { isoTimeText, sheetTimeText, timeTexts } from '../../../src-main/contract/time-text.ts';

const { dayText, fullTimeText, timeText, weekdayText } = timeTexts('en');

it('screens have one format, the command line has ISO 8601, and what is no time stays as it is', () => {
  const now = new Date(2026, 10, 21, 9);
  const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
  expect(timeText(at(2026, 10, 21, 14, 5), now)).toBe('14:05');
  expect(timeText(at(2026, 0, 31, 14, 5), now)).toBe('Jan 31, 14:05');
  expect(timeText(at(2025, 0, 31, 14, 5), now)).toBe('Jan 31, 2025, 14:05');
  expect(fullTimeText(at(2026, 0, 31, 14, 5))).toMatch(/^Jan 31, 2026, 14:05:00 \S+$/);
  expect(isoTimeText(at(2026, 0, 31, 14, 5))).toMatch(/^2026-01-31T14:05:00[+-]\d\d:\d\d$/);
  expect(new Date(isoTimeText(at(2026, 0, 31, 14, 5))).toISOString()).toBe(at(2026, 0, 31, 14, 5));
  expect(sheetTimeText(at(2026, 0, 31, 14, 5))).toBe('2026-01-31 14:05');
  expect(weekdayText('2026-11-30')).toBe('Mon, Nov 30, 2026');
  expect(dayText('2026-01-31')).toBe('Jan 31, 2026');
  expect(dayText('2026-01-31T00:30:00+09:00')).toBe('Jan 31, 2026');
  for (const text of [timeText, fullTimeText, dayText, isoTimeText, sheetTimeText])
    expect(text('soon')).toBe('soon');
});
