import type { BigIntStats } from 'node:fs';
import { chmod, link, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type FileCalls, threadedCalls } from '../../../../src-main/core/share-io/file-calls.ts';
import { folderCalls } from '../../../../src-main/core/share-io/folder-calls.ts';
import { sha256Of } from '../../../support/documents.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';
import { end } from './support/same-files.ts';

/** Writes other bytes of the same length into a file, and sets the time back, as `cp -p`, `rsync --inplace` and some scanners do. */
async function writeInPlace(path: string, content: string): Promise<void> {
  const { atime, mtimeNs, ino } = await stat(path, { bigint: true });
  const handle = await open(path, 'r+');
  await handle.write(content, 0);
  await handle.utimes(atime, Number(mtimeNs / 1_000_000n) / 1000);
  await handle.close();
  expect((await stat(path, { bigint: true })).ino).toBe(ino);
}

/** A whole number of milliseconds, which every program can set back. */
async function sendOld(bench: IntakeBench, name: string, content: string): Promise<void> {
  await bench.put(name, content);
  await utimes(bench.at(name), 1_760_000_000, 1_760_000_000);
  await bench.submitted(1);
}

const onlySha256s = (bench: IntakeBench) => bench.submissions().flatMap(({ sha256s }) => sha256s);

describe('I1: other bytes of the same size, time and inode', () => {
  it.each(['auto', 'poll'])(
    'are a new document after the earlier bytes were sent (watch: %s)',
    async (watch) => {
      await using bench = await intakeBench({ rule: { watch } });
      await sendOld(bench, 'scan.pdf', pdf('one'));
      await writeInPlace(bench.at('scan.pdf'), pdf('two'));
      await bench.submitted(2);
      expect(onlySha256s(bench)).toEqual(['one', 'two'].map((of) => sha256Of(Buffer.from(pdf(of)))));
      expect(expectAccountAddsUp(bench, 2).queued).toBe(2);
    },
  );

  it('are a new document where the earlier bytes were a duplicate', async () => {
    await using bench = await intakeBench();
    await bench.send('a.pdf', pdf('one'));
    await bench.put('b.pdf', pdf('one'));
    await utimes(bench.at('b.pdf'), 1_760_000_000, 1_760_000_000);
    await bench.counts({ duplicate: 1 });
    await writeInPlace(bench.at('b.pdf'), pdf('two'));
    await bench.submitted(2);
  });

  it('are asked about in a group that was sent', async () => {
    await using bench = await intakeBench({ rule: { group: 'folder' } });
    await sendOld(bench, 'P1/a.pdf', pdf('one'));
    await writeInPlace(bench.at('P1/a.pdf'), pdf('two'));
    await bench.problem('file.late-for-group');
    expect(bench.submissions()).toHaveLength(1);
  });

  it('are not moved as the bytes that were sent, and are sent', async () => {
    await using bench = await intakeBench({ rule: { after: 'move' } });
    await sendOld(bench, 'scan.pdf', pdf('one'));
    await writeInPlace(bench.at('scan.pdf'), pdf('two'));
    end(bench, 'accepted');
    await until(() => bench.row('scan.pdf')?.move_state === 'given-up');
    await bench.intake.rescan();
    await bench.submitted(2);
  });
});

describe('I1: a change time alone is no new document', () => {
  const CHANGES = {
    'other rights': (bench: IntakeBench) => chmod(bench.at('scan.pdf'), 0o640),
    'another link': (bench: IntakeBench) => link(bench.at('scan.pdf'), bench.at('..', 'other-link.pdf')),
    'out and back': async (bench: IntakeBench) => {
      await rename(bench.at('scan.pdf'), bench.at('..', 'away.pdf'));
      await bench.rested();
      await rename(bench.at('..', 'away.pdf'), bench.at('scan.pdf'));
    },
  };

  it.each(Object.entries(CHANGES))('of a sent file: %s', async (_name, change) => {
    let chunks = 0;
    const onChunk = () => {
      chunks += 1;
    };
    await using bench = await intakeBench({ spool: { onChunk } });
    await bench.send('scan.pdf');
    const before = bench.rows();
    expect(chunks).toBe(1);
    await change(bench);
    await bench.rested();
    await until(() => chunks === 2);
    await bench.rested();
    expect(bench.rows()).toEqual(before);
    expect(expectAccountAddsUp(bench, 1).queued).toBe(1);
    // The new change time is known now, so that the file is not read again.
    await bench.restart();
    await bench.rested();
    expect(chunks).toBe(2);
  });

  it.each([
    ['a page of a sent group', 'folder', 'P1/a.pdf'],
    ['a duplicate', 'file', 'b.pdf'],
  ])('of %s', async (_name, group, path) => {
    await using bench = await intakeBench({ rule: { group } });
    await bench.send('P1/a.pdf', pdf('a'));
    if (group === 'file') await bench.put(path, pdf('a'));
    await bench.counts({ duplicate: group === 'file' ? 1 : 0 });
    const before = bench.rows();
    await chmod(bench.at(path), 0o640);
    await until(() => bench.rows().length > before.length);
    await until(() => bench.rows().length === before.length);
    await bench.rested();
    expect(bench.rows()).toEqual(before);
  });

  it('of a file that a person left out', async () => {
    await using bench = await intakeBench({ rule: { quietSeconds: 30 } });
    await bench.put('a.pdf');
    const id = await until(() => bench.rows()[0]?.id);
    await bench.intake.decideFile(id, 'leave-out');
    await chmod(bench.at('a.pdf'), 0o640);
    await bench.rested();
    expect(bench.rows()).toMatchObject([{ state: 'withdrawn', problem_code: 'file.left-out' }]);
  });

  it('of a file that is to be moved', async () => {
    await using bench = await intakeBench({ rule: { after: 'move' } });
    await bench.send('scan.pdf');
    await chmod(bench.at('scan.pdf'), 0o640);
    await bench.rested();
    end(bench, 'accepted');
    await until(() => bench.row('scan.pdf')?.move_state === 'moved');
    await bench.rested();
    expect(expectAccountAddsUp(bench, 1).accepted).toBe(1);
  });
});

/** A disk on which each look at a file changes the stats, although the file stays the same. */
function restlessDisk(change: (stats: BigIntStats, look: bigint) => void) {
  let looks = 0n;
  const changed = (stats: BigIntStats) => {
    looks += 1n;
    if (stats.isFile()) change(stats, looks);
    return stats;
  };
  const share: FileCalls = {
    ...threadedCalls,
    lstat: async (path) => {
      const stats = await threadedCalls.lstat(path);
      return stats && changed(stats);
    },
    open: async (...args) => {
      const file = await threadedCalls.open(...args);
      return {
        read: (...all) => file.read(...all),
        write: (...all) => file.write(...all),
        stat: async (options) => changed(await file.stat(options)),
        sync: () => file.sync(),
        close: () => file.close(),
      };
    },
  };
  return { callsAt: folderCalls({ share: () => share, isLocal: async () => false }) };
}

it.each<[string, (stats: BigIntStats, look: bigint) => void]>([
  ['inode', (stats, look) => Object.assign(stats, { ino: 1_000n + look })],
  ['change time', (stats, look) => Object.assign(stats, { ctimeNs: stats.ctimeNs + 1_000_000n * look })],
])(
  'I1: a disk with another %s at each look keeps no file for ever, and no sent file is read again',
  async (_name, change) => {
    let chunks = 0;
    const onChunk = () => {
      chunks += 1;
    };
    await using bench = await intakeBench({
      parts: restlessDisk(change),
      spool: { onChunk },
      rule: { watch: 'poll' },
    });
    await bench.send('a.pdf');
    await bench.send('b.pdf');
    await bench.rested();
    expect(bench.rows()).toHaveLength(2);
    await bench.restart();
    await bench.rested();
    expect(chunks).toBe(2);
    await bench.put('a.pdf', pdf('another document'));
    await bench.submitted(3);
    await rm(bench.at('b.pdf'));
    await bench.rested();
    expect(expectAccountAddsUp(bench, 3).queued).toBe(3);
  },
);
