import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { durableEntries } from '../../../src-main/core/intake/durable-entries.ts';
import { intakeBench } from './intake-bench.ts';

/** A directory whose writes end when they are told to. */
function slowDirectory() {
  const writes: PromiseWithResolvers<void>[] = [];
  const syncDir = () => {
    const write = Promise.withResolvers<void>();
    writes.push(write);
    return write.promise;
  };
  return { writes, syncDir };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what is made while the directory is written waits for the next write, which all of them share', async () => {
  const { writes, syncDir } = slowDirectory();
  const entries = durableEntries('spool', syncDir);
  const ended: string[] = [];
  const sync = (name: string) => entries.sync().then(() => ended.push(name));
  await sync('nothing made');
  entries.add();
  const first = sync('first');
  entries.add();
  const others = [sync('second'), sync('third')];
  expect(writes.length).toBe(1);
  writes[0]?.resolve();
  await first;
  await turn();
  expect(ended).toEqual(['nothing made', 'first']);
  expect(writes.length).toBe(2);
  writes[1]?.resolve();
  await Promise.all(others);
  await sync('all is durable');
  expect(writes.length).toBe(2);
});

test('a directory that cannot be written holds nobody up, and is tried again', async () => {
  const { writes, syncDir } = slowDirectory();
  const entries = durableEntries('spool', syncDir);
  entries.add();
  for (const tries of [1, 2]) {
    const asked = entries.sync();
    expect(writes.length).toBe(tries);
    writes.at(-1)?.reject(new Error('not here'));
    await asked;
  }
});

test('I3: no row names a copy before its entry in the spool is durable', async () => {
  const { writes, syncDir } = slowDirectory();
  await using bench = await intakeBench({ spool: { syncDir } });
  await writeFile(bench.at('a.txt'), 'one');
  await expect.poll(() => writes.length).toBe(1);
  // Far more turns than a commit takes.
  for (let turns = 0; turns < 200; turns += 1) await turn();
  expect(bench.submissions()).toEqual([]);
  writes[0]?.resolve();
  await expect.poll(() => bench.submissions().length).toBe(1);
});
