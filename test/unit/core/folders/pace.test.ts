import { expect, test } from 'vitest';
import { DEFAULT_PACE, untilAwaitedWalk, untilNextWalk } from '../../../../src-main/core/folders/pace.ts';
import type { Watching } from '../../../../src-main/core/ledger/tables/folders.ts';

const MINUTE = 60_000;

const next = (watching: Watching, cost: number) =>
  untilNextWalk(DEFAULT_PACE, { rescanMinutes: 60 }, { watching, cost, random: () => 0.5 });

test('the next walk is far off only where events tell of everything', () => {
  expect(next('events', 0)).toBe(60 * MINUTE);
  expect(next('poll', 0)).toBe(5_000);
  expect(next('scan', 0)).toBe(MINUTE);
});

test('the next walk comes later where a walk is long, and never later than everything is to be looked through', () => {
  expect(next('poll', 2_000)).toBe(40_000);
  expect(next('scan', 6_000)).toBe(2 * MINUTE);
  for (const watching of ['poll', 'scan'] as const) expect(next(watching, 10 * MINUTE)).toBe(60 * MINUTE);
});

test('a walk that groups wait for comes soon, but never right after another', () => {
  expect(untilAwaitedWalk(DEFAULT_PACE, { cost: 0, doubted: false })).toBe(5_000);
  expect(untilAwaitedWalk(DEFAULT_PACE, { cost: 1_000, doubted: false })).toBe(5_000);
});

test('a walk that groups wait for: takes no more than a quarter of the time, where a walk is long', () => {
  const cost = 40_000;
  expect(cost / (cost + untilAwaitedWalk(DEFAULT_PACE, { cost, doubted: false }))).toBe(1 / 4);
  expect(cost / (cost + untilAwaitedWalk(DEFAULT_PACE, { cost, doubted: true }))).toBe(1 / 2);
});
