import { describe, expect, test } from 'vitest';
import { DEFAULT_PACE, untilAwaitedWalk } from '../../../src-main/core/intake/pace.ts';

describe('a walk that groups wait for', () => {
  test('comes soon, but never right after another', () => {
    expect(untilAwaitedWalk(DEFAULT_PACE, 0)).toBe(5_000);
    expect(untilAwaitedWalk(DEFAULT_PACE, 1_000)).toBe(5_000);
  });

  test('takes no more than a quarter of the time, where a walk is long', () => {
    const cost = 40_000;
    expect(cost / (cost + untilAwaitedWalk(DEFAULT_PACE, cost))).toBe(1 / 4);
  });
});
