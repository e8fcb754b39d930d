import { expect, test } from 'vitest';
import { createDueTime, isDue } from '../../../src-main/core/due.ts';
import { createTestClock } from '../../support/clock.ts';

const LONGEST_MS = 600_000;

test.each([
  ['over', 0, true],
  ['over long ago', -1e12, true],
  ['left', 1, false],
  ['as long as the longest', LONGEST_MS, false],
  ['longer than the longest', LONGEST_MS + 1, true],
])('a wait that is %s', (_, left, due) => {
  expect(isDue(1_000_000 + left, 1_000_000, LONGEST_MS)).toBe(due);
});

test('due time passes with the monotonic clock while the wall clock is behind, and with the wall clock otherwise', () => {
  const clock = createTestClock();
  const began = clock.now();
  const dueTime = createDueTime(clock);
  clock.forward(1_000);
  expect(dueTime() - began).toBe(1_000);
  clock.jump(-3_600_000);
  clock.forward(500);
  expect(dueTime() - began).toBe(1_500);
  clock.jump(1_800_000);
  clock.forward(500);
  expect(dueTime() - began).toBe(2_000);
  // As after a night in which the computer slept.
  clock.jump(10 * 3_600_000);
  expect(dueTime()).toBe(clock.now());
});
