import { describe, expect, it } from 'vitest';
import { byTurns } from './by-turns.ts';
import { isMet, jsonOf, type RowResult, tableOf } from './report.ts';
import { type BenchRow, type Goal, type Measured, median, ofSide } from './row.ts';

const measured: Measured = {
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

const row = (goal: Goal): BenchRow => ({
  name: 'a-row',
  what: 'what it is',
  goal,
  run: async () => measured,
});
const result = (goal: Goal): RowResult => ({ row: row(goal), outcome: measured });

describe('what the bench reports', () => {
  it('takes the middle one, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 1, 2, 4])).toBe(3);
    expect(() => median([])).toThrow('nothing was measured');
  });

  it.each([
    [{ kind: 'at-least', value: 0.9 }, 0.9, true],
    [{ kind: 'at-least', value: 0.9 }, 0.89, false],
    [{ kind: 'at-most', value: 2 }, 2, true],
    [{ kind: 'at-most', value: 2 }, 2.01, false],
    [{ kind: 'at-least', value: 0.9 }, Number.NaN, false],
    [{ kind: 'none' }, 7, null],
  ] as const)('tells whether %o is met by %f: %s', (goal, figure, met) => {
    expect(isMet(goal, figure)).toBe(met);
  });

  it('prints the medians and ranges of each side, the figure, its goal and the remarks', () => {
    const table = tableOf([result({ kind: 'at-least', value: 0.9 })]);
    expect(table).toContain('ours 5 s (4 to 6, 2 runs)');
    expect(table).toContain('theirs 2.5 s (2 to 3, 2 runs)');
    expect(table).toContain('= 0.5 times as fast; goal at least 0.9: MISSED');
    expect(table).toContain('nobody else was there');
    expect(tableOf([result({ kind: 'at-most', value: 0.9 })])).toContain('goal at most 0.9: met');
    expect(tableOf([result({ kind: 'none' })])).not.toContain('goal');
  });

  it('says why a row was not measured', () => {
    const skipped = { row: row({ kind: 'none' }), outcome: { skipped: 'a tool not installed' } };
    expect(tableOf([skipped])).toContain('not measured: a tool not installed');
    const failed = { row: row({ kind: 'none' }), outcome: { failed: 'no rest' } };
    expect(tableOf([failed, result({ kind: 'at-most', value: 1 })])).toMatch(
      /FAILED: no rest[\s\S]*goal at most 1/,
    );
  });

  it('gives machines every sample, whether the goal was met, and what it was measured on', () => {
    const json: unknown = JSON.parse(
      JSON.stringify(
        jsonOf([result({ kind: 'at-most', value: 1 })], { times: 10, rounds: 3, small: false }, new Date(0)),
      ),
    );
    expect(json).toMatchObject({
      at: '1970-01-01T00:00:00.000Z',
      commit: expect.any(String),
      times: 10,
      machine: { cores: expect.any(Number), cpu: expect.any(String), node: process.versions.node },
      rows: [{ name: 'a-row', figure: 0.5, met: true, samples: measured.samples }],
    });
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
});
