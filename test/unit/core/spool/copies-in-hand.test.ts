import { utimesSync } from 'node:fs';
import { mkdir, readdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createSpool } from '../../../../src-main/core/spool/spool.ts';
import { shiftedClock } from '../../../support/clock.ts';
import { testDir } from '../../../support/test-dir.ts';

const MINUTE_MS = 60_000;

/** A spool folder that two processes use, at a time that the test says. */
async function sharedSpool() {
  const dir = testDir();
  const { clock, forward } = shiftedClock();
  const ofOneProcess = () => createSpool({ dir: dir.at('spool'), clock });
  return {
    dir,
    ofOneProcess,
    now: () => new Date(clock.now()),
    pass: (minutes: number) => forward(minutes * MINUTE_MS),
    copies: () => readdir(dir.at('spool')),
  };
}

it('I5: the engine removes no copy of a `submit` beside it, however long that goes on copying', async () => {
  const { dir, ofOneProcess, pass, copies } = await sharedSpool();
  const [engine, submit] = [ofOneProcess(), ofOneProcess()];
  const sweep = () => engine.removeOrphans(() => new Set());
  await writeFile(dir.at('first.pdf'), 'first');
  const first = await submit.freeze(dir.at('first.pdf'));
  async function* slowly(): AsyncGenerator<Uint8Array> {
    for (let piece = 0; piece < 8; piece += 1) {
      pass(20);
      yield Buffer.from(`piece ${piece}`);
      expect(await sweep()).toBe(0);
    }
  }
  const second = await submit.freezeStream(slowly(), 'second.pdf');
  expect((await copies()).sort()).toEqual([first.spoolName, second.spoolName].sort());
  // Another submission of the same process makes all copies durable, and the first one still waits for its row.
  await submit.sync();
  const third = await submit.freezeStream(slowly(), 'third.pdf');
  await submit.remove([second.spoolName]);
  expect((await copies()).sort()).toEqual([first.spoolName, third.spoolName].sort());
});

it('I5: nor one that is kept fresh while the engine looks which copies are named', async () => {
  const { dir, ofOneProcess, pass, now } = await sharedSpool();
  const [engine, submit] = [ofOneProcess(), ofOneProcess()];
  await writeFile(dir.at('a.pdf'), 'a');
  const { spoolName } = await submit.freeze(dir.at('a.pdf'));
  pass(180);
  const named = () => {
    utimesSync(submit.pathOf(spoolName), now(), now());
    return new Set<string>();
  };
  expect(await engine.removeOrphans(named)).toBe(0);
});

it('I5: nor a copy of its own, such as of a group of which the last file takes hours; the next start does', async () => {
  const { dir, ofOneProcess, pass, copies } = await sharedSpool();
  const engine = ofOneProcess();
  for (const name of ['a', 'b']) await writeFile(dir.at(`${name}.pdf`), name);
  const [a, b] = [await engine.freeze(dir.at('a.pdf')), await engine.freeze(dir.at('b.pdf'))];
  pass(180);
  expect(await engine.removeOrphans(() => new Set())).toBe(0);
  await engine.remove([a.spoolName]);
  expect(await copies()).toEqual([b.spoolName]);
  expect(await ofOneProcess().removeOrphans(() => new Set())).toBe(1);
});

it('what a row named and names no more is removed by the process that copied it too', async () => {
  const { dir, ofOneProcess, pass, copies } = await sharedSpool();
  const engine = ofOneProcess();
  await writeFile(dir.at('a.pdf'), 'a');
  const { spoolName } = await engine.freeze(dir.at('a.pdf'));
  pass(180);
  expect(await engine.removeOrphans(() => new Set([spoolName]))).toBe(0);
  expect(await engine.removeOrphans(() => new Set())).toBe(1);
  expect(await copies()).toEqual([]);
});

it('and one that the disk refused to remove: nothing needs it any more', async () => {
  const { dir, ofOneProcess, pass, copies } = await sharedSpool();
  const engine = ofOneProcess();
  await writeFile(dir.at('a.pdf'), 'a');
  const { spoolName } = await engine.freeze(dir.at('a.pdf'));
  const path = engine.pathOf(spoolName);
  // No disk removes a folder as it does a file.
  await rename(path, dir.at('aside'));
  await mkdir(path);
  await expect(engine.remove([spoolName])).rejects.toThrow();
  await rmdir(path);
  await rename(dir.at('aside'), path);
  pass(180);
  expect(await engine.removeOrphans(() => new Set())).toBe(1);
  expect(await copies()).toEqual([]);
});
