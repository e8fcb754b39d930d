import { expect, it } from 'vitest';
import { byTurns } from './by-turns.ts';
import { isMet, type Outcome, rowText } from './report.ts';
import { type Goal, median, ofSide } from './row.ts';

const measured: Outcome = {
  unit: 's',
  samples: [
    { side: 'ours', value: 4 },
    { side: 'theirs', value: 2 },
    { side: 'theirs', value: 3 },
    { side: 'ours', value: 6 },
  ],
  figure: 0.5,
  meaning: 'times as fast',
  remarks: ['nobody else was there'],
};

const textOf = (outcome: Outcome, goal: Goal = { kind: 'at least', value: 0.9 }) =>
  rowText(
    { name: 'a-row', what: 'what it is', goal, run: () => Promise.reject(new Error('not run')) },
    outcome,
  );

it('takes the middle one, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 4])).toBe(3);
  expect(() => median([])).toThrow('nothing was measured');
});

it.each([
  [{ kind: 'at least', value: 0.9 }, 0.9, true],
  [{ kind: 'at least', value: 0.9 }, 0.89, false],
  [{ kind: 'at most', value: 2 }, 2, true],
  [{ kind: 'at most', value: 2 }, 2.01, false],
  [{ kind: 'at least', value: 0.9 }, Number.NaN, false],
] as const)('tells whether %o is met by %f: %s', (goal, figure, met) => {
  expect(isMet(goal, figure)).toBe(met);
});

it('prints the medians and ranges of each side, the figure, its goal and the remarks', () => {
  const text = textOf(measured);
  expect(text).toContain('ours 5 s (4 to 6, 2 runs)');
  expect(text).toContain('theirs 2.5 s (2 to 3, 2 runs)');
  expect(text).toContain('= 0.5 times as fast; goal at least 0.9: MISSED');
  expect(text).toContain('nobody else was there');
  expect(textOf(measured, { kind: 'at most', value: 0.9 })).toContain('goal at most 0.9: met');
});

it('says why a row was not measured', () => {
  expect(textOf({ skipped: 'a tool not installed' })).toContain('not measured: a tool not installed');
  expect(textOf({ failed: 'no rest' })).toContain('FAILED: no rest');
});

it('runs the sides by turns, and begins each round with another', async () => {
  const ran: string[] = [];
  const side = (name: string) => ({
    side: name,
    run: async () => {
      ran.push(name);
      return ran.length;
    },
  });
  const samples = await byTurns([side('a'), side('b')], 's', { rounds: 3, say: () => undefined });
  expect(ran).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
  expect(ofSide(samples, 'a')).toEqual([1, 4, 5]);
});
