import { expect, test } from 'vitest';
import { createFolderLives } from '../../../../src-main/core/folders/folder-lives.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { createTestClock } from '../../../support/clock.ts';

const LONG_MS = 60_000;

/** A folder whose start and end take as long as they are made to. */
function folder(path: string) {
  const did: string[] = [];
  const hang = { start: Promise.resolve(), stop: Promise.resolve() };
  return {
    did,
    hang,
    rule: { path },
    hear: (work: () => Promise<void>) => {
      did.push('hear');
      return work();
    },
    start: async () => {
      did.push('start');
      await hang.start;
    },
    stop: async (goesOn: () => boolean) => {
      did.push('stop');
      await hang.stop;
      did.push(goesOn() ? 'goes on' : 'released');
    },
    giveUp: () => void did.push('give up'),
  };
}

function lives(unwanted = new Set<unknown>(), kept = new Set<string>()) {
  const clock = createTestClock();
  const made = createFolderLives<ReturnType<typeof folder>>(
    clock,
    silentLog,
    (one) => !unwanted.has(one),
    (path) => kept.has(path),
  );
  const run = async (work: Promise<void>) => {
    let done = false;
    void work.then(() => {
      done = true;
    });
    expect(await clock.runUntil(() => done, LONG_MS)).toBe(true);
  };
  return { clock, run, begin: made.begin, end: made.end };
}

test('I8: an end that hangs is given up, and what comes to its path begins once it is over, if it is wanted still', async () => {
  const [unwanted, kept] = [new Set<unknown>(), new Set<string>()];
  const { clock, run, begin, end } = lives(unwanted, kept);
  const [first, second, third, other] = [folder('/a'), folder('/a'), folder('/a/'), folder('/b')];
  const hung = Promise.withResolvers<void>();
  first.hang.stop = hung.promise;
  await run(begin([first]));
  await run(end([first]));
  expect(first.did).toEqual(['start', 'stop', 'give up']);
  await run(begin([second, other]));
  expect([second.did, other.did]).toEqual([['hear'], ['start']]);
  await run(end([second]));
  unwanted.add(second);
  await run(begin([third]));
  expect(third.did).toEqual(['hear']);
  kept.add('/a');
  hung.resolve();
  await clock.advance(0);
  expect(first.did.at(-1)).toBe('goes on');
  expect(second.did).not.toContain('start');
  expect(third.did).toEqual(['hear', 'start']);
});

test('I8: a start that hangs is not waited for, and one that was left meanwhile is stopped when it has begun', async () => {
  const { clock, run, begin, end } = lives();
  const [slow, well] = [folder('/a'), folder('/b')];
  const hung = Promise.withResolvers<void>();
  slow.hang.start = hung.promise;
  await run(begin([slow, well]));
  await run(end([slow, well]));
  expect(well.did).toEqual(['start', 'stop', 'released']);
  expect(slow.did).toEqual(['start', 'stop', 'released', 'give up']);
  hung.resolve();
  await clock.advance(0);
  expect(slow.did.slice(-2)).toEqual(['stop', 'released']);
});
