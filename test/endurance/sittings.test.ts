import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LongPart } from './part.ts';
import { nextUnit, torturedNow, writeResult, writeSitting } from './results.ts';

const NOW = new Date('2026-01-31');
const KEPT = { commit: 'abc', notKept: null };

const part: LongPart = {
  name: 'points',
  what: 'Kills it.',
  scales: { seeds: 100 },
  unit: 'seeds',
  sit: () => Promise.reject(new Error('not sat here')),
};

function ownDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'clearfolder-results-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

function results(): { sit(first: number, done: number, broken?: string): string; next(): number } {
  const path = join(ownDir(), 'RESULTS.md');
  return {
    sit: (first, done, broken) => {
      const sitting = { done, of: 100, counts: { blows: done * 2 }, broken: broken ?? null };
      writeSitting(path, { part, first, sitting, seconds: 10 }, KEPT, NOW);
      return readFileSync(path, 'utf8');
    },
    next: () => nextUnit(path, part),
  };
}

test('sittings add up, and a next one goes on where the first gap is', () => {
  const { sit, next } = results();
  expect(next()).toBe(1);
  sit(1, 30);
  expect(next()).toBe(31);
  const text = sit(41, 10);
  expect(text).toContain('**40 of 100 seeds of the long form are done** (40 %)');
  expect(text).toContain('| 1 to 30 | 2026-01-31 | abc | 10 | 60 | held |');
  expect(text).toContain('| 41 to 50 | 2026-01-31 | abc | 10 | 20 | held |');
  expect(text).toContain('| **40 of 100** |  |  | 20 | 80 |  |');
  expect(next()).toBe(31);
  expect(sit(31, 10)).toContain('**50 of 100');
  expect(sit(1, 50).match(/held \|/g)).toHaveLength(1);
});

test('what broke stays in the section until the same unit holds', () => {
  const { sit, next } = results();
  sit(1, 4, 'lost: a | b\n  + two lines');
  const text = sit(10, 1);
  expect(text).toContain('| 1 to 4 |');
  expect(text).toContain('**broken** at 5: lost: a \\| b<br>+ two lines');
  expect(text).toContain('1 more broke');
  expect(next()).toBe(5);
  expect(sit(5, 0, 'again')).toContain('none from 5');
  const mended = sit(5, 5);
  expect(mended).not.toContain('**broken**');
  expect(mended).toContain('**10 of 100');
  expect(next()).toBe(11);
});

test('figures of a working tree with changes are kept only where that is asked for', () => {
  const dir = ownDir();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@test', ...args], { cwd: dir });
  for (const name of ['program.ts', 'RESULTS.md']) writeFileSync(join(dir, name), 'committed');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
  writeFileSync(join(dir, 'RESULTS.md'), 'what the part before has written');
  const clean = torturedNow(false, dir);
  expect(clean.notKept).toBeNull();
  writeFileSync(join(dir, 'program.ts'), 'changed');
  const changed = torturedNow(false, dir);
  expect(changed).toEqual({ commit: `${clean.commit}-dirty`, notKept: expect.stringMatching(/has changes/) });
  expect(torturedNow(true, dir)).toEqual({ commit: `${clean.commit}-dirty`, notKept: null });

  const path = join(dir, 'found.md');
  const sitting = { done: 1, of: 100, counts: {}, broken: null };
  const outcome = { figures: { files: 1 } };
  const once = { name: 'kills', what: 'Kills it.', scales: {}, run: () => Promise.resolve({}) };
  const write = (tortured: typeof clean) => {
    writeSitting(path, { part, first: 1, sitting, seconds: 1 }, tortured, NOW);
    writeResult(path, { part: once, scale: {}, seed: 1, seconds: 1, outcome }, tortured, NOW);
  };
  write(changed);
  expect(existsSync(path)).toBe(false);
  write(clean);
  expect(readFileSync(path, 'utf8')).toContain(`at ${clean.commit}, 2026-01-31`);
});
