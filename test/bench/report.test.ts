import { expect, it } from 'vitest';
import { byTurns } from './by-turns.ts';
import { isMet } from './report.ts';
import { median, ofSide } from './row.ts';

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
