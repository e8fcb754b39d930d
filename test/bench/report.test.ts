import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { byTurns } from './by-turns.ts';
import { commitIn, lineOf, type Machine, thisMachine } from './machine.ts';
import { isMet, jsonOf, type RowResult, tableOf } from './report.ts';
import { RESULTS_FILE, writeResults } from './results-file.ts';
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

const ROOT = join(import.meta.dirname, '..', '..');
const machine: Machine = {
  cores: 2,
  cpu: 'Some CPU 9',
  memory_gib: 24,
  system: 'Linux 6.18.1',
  node: '24.21.0',
};

function jsonFor(outcome: Measured, goal: Goal): unknown {
  const options = { times: 10, rounds: 3, folders: 100, small: false };
  const place = { at: new Date(0), commit: 'abc1234', machine };
  return JSON.parse(JSON.stringify(jsonOf([{ row: row(goal), outcome }], options, place)));
}

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

  it('gives machines every sample, the median of each side, whether the goal was met, and what it was measured on', () => {
    expect(jsonFor(measured, { kind: 'at-most', value: 1 })).toMatchObject({
      at: '1970-01-01T00:00:00.000Z',
      commit: 'abc1234',
      times: 10,
      folders: 100,
      machine,
      rows: [
        {
          name: 'a-row',
          figure: 0.5,
          met: true,
          samples: measured.samples,
          medians: { ours: 5, theirs: 2.5 },
        },
      ],
    });
  });

  it('gives machines what each side is of the one it is measured against, where that is more than nothing', () => {
    const against = (side: string, samples = measured.samples) =>
      jsonFor({ ...measured, samples, against: side }, { kind: 'none' });
    expect(against('theirs')).toHaveProperty('rows.0.ratios', { ours: 2, theirs: 1 });
    expect(against('ours')).toHaveProperty('rows.0.ratios', { ours: 1, theirs: 0.5 });
    expect(jsonFor(measured, { kind: 'none' })).toHaveProperty('rows.0.ratios', {});
    const nothing = measured.samples.map(({ side }) => ({ side, value: 0 }));
    expect(against('theirs', nothing)).toHaveProperty('rows.0.ratios', {});
    expect(() => against('nobody')).toThrow('nothing was measured');
  });

  it('says in one line what it is measured on', () => {
    expect(lineOf(machine)).toBe('2 cores (Some CPU 9), 24 GiB of memory, Linux 6.18.1, Node 24.21.0');
    expect(lineOf({ ...machine, cores: 1, cpu: null })).toBe(
      '1 core, 24 GiB of memory, Linux 6.18.1, Node 24.21.0',
    );
    expect(thisMachine()).toMatchObject({
      cpu: cpus()[0]?.model ?? null,
      memory_gib: Math.round(totalmem() / 2 ** 30),
      node: process.versions.node,
    });
  });

  it('names the commit, and none where there is none', async () => {
    await using dir = await tempDir('no-commit');
    expect(commitIn(dir.path)).toBeNull();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=one', '-c', 'user.email=one@example.org', ...args], {
        cwd: dir.path,
      });
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message=one');
    expect(commitIn(dir.path)).toMatch(/^[0-9a-f]{7,}$/);
  });

  it('writes the JSON into folders that it makes, by itself where git does not look', async () => {
    await using dir = await tempDir('results');
    const path = dir.at('not', 'there', 'yet.json');
    writeResults(path, { rows: [1] });
    writeResults(path, { rows: [1, 2] });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ rows: [1, 2] });
    copyFileSync(join(ROOT, '.gitignore'), dir.at('.gitignore'));
    execFileSync('git', ['init', '--quiet'], { cwd: dir.path });
    // It ends with an error where the file is not ignored.
    execFileSync('git', ['check-ignore', '--quiet', relative(ROOT, RESULTS_FILE)], { cwd: dir.path });
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
