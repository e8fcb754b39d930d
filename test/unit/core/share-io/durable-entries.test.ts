import { readdir, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { durableEntries } from '../../../../src-main/core/share-io/durable-entries.ts';
import { systemError } from '../../../endurance/faults/child/wrap.ts';
import { until } from '../../../support/until.ts';
import { intakeBench, pdf } from '../folders/intake-bench.ts';

/** A directory whose writes end when they are told to; that of the one above it at once. */
function slowDirectory() {
  const writes: PromiseWithResolvers<void>[] = [];
  const syncDir = (dir: string) => {
    if (basename(dir) !== 'spool') return Promise.resolve();
    const write = Promise.withResolvers<void>();
    writes.push(write);
    return write.promise;
  };
  return { writes, syncDir };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what is made while the directory is written waits for the next write, which all of them share', async () => {
  const { writes, syncDir } = slowDirectory();
  const entries = durableEntries('data/spool', syncDir);
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

test('a directory that the disk did not keep is a fault to all who asked, and is written again', async () => {
  const { writes, syncDir } = slowDirectory();
  const entries = durableEntries('data/spool', syncDir);
  entries.add();
  const first = entries.sync();
  const second = entries.sync();
  for (const [index, asked] of [first, second].entries()) {
    await expect.poll(() => writes.length).toBe(index + 1);
    writes[index]?.reject(systemError('EIO', 'fsync'));
    await expect(asked).rejects.toMatchObject({ code: 'EIO' });
  }
  const third = entries.sync();
  writes[2]?.resolve();
  await third;
  expect(writes.length).toBe(3);
});

test('the name of the directory itself is made durable too, once', async () => {
  const written: string[] = [];
  const entries = durableEntries('data/spool', async (dir) => void written.push(dir));
  for (let files = 0; files < 2; files += 1) {
    entries.add();
    await entries.sync();
  }
  expect(written).toEqual(['data/spool', 'data', 'data/spool']);
});

test.each(['EIO', 'ENOSPC'])(
  'I3: what the disk did not keep (%s) is not queued and says so, and goes out once it does',
  async (code) => {
    let fails = true;
    const syncDir = () => (fails ? Promise.reject(systemError(code, 'fsync')) : Promise.resolve());
    await using bench = await intakeBench({ spool: { syncDir } });
    await bench.put('a.pdf', pdf('a'));
    await until(() => bench.rows()[0]?.state === 'held');
    expect(bench.rows()[0]?.problem_code).toBe('spool.full');
    expect(bench.submissions()).toEqual([]);
    expect(await readdir(bench.spool.dir)).toEqual([]);
    fails = false;
    await bench.submitted(1);
  },
);

test('I3: what a person decides to send is not queued either, and they are told why', async () => {
  let fails = true;
  const syncDir = () => (fails ? Promise.reject(systemError('EIO', 'fsync')) : Promise.resolve());
  const before = (folder: string) => writeFile(`${folder}/a.pdf`, pdf('a'));
  await using bench = await intakeBench({ spool: { syncDir }, before });
  const id = bench.rows()[0]?.id ?? 0;
  await expect(bench.intake.decideFile(id, 'send')).rejects.toMatchObject({ code: 'disk.full' });
  expect(bench.submissions()).toEqual([]);
  fails = false;
  await bench.intake.decideFile(id, 'send');
  expect(bench.submissions()).toHaveLength(1);
});

test('I3: no row names a copy before its entry in the spool is durable', async () => {
  const { writes, syncDir } = slowDirectory();
  await using bench = await intakeBench({ spool: { syncDir } });
  await bench.put('a.txt', 'one');
  await expect.poll(() => writes.length).toBe(1);
  // Far more turns than a commit takes.
  for (let turns = 0; turns < 200; turns += 1) await turn();
  expect(bench.submissions()).toEqual([]);
  writes[0]?.resolve();
  await expect.poll(() => bench.submissions().length).toBe(1);
});
