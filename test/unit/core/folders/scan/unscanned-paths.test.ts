import { Dir } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { isAmong, stillUnlisted } from '../../../../../src-main/core/folders/scan/backlog.ts';
import { type FileCalls, threadedCalls } from '../../../../../src-main/core/share-io/file-calls.ts';
import { folderCalls } from '../../../../../src-main/core/share-io/folder-calls.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, intakeBench } from '../intake-bench.ts';
import { mountShare, toldByHand, unmountShare, writeManyOld, writeOld } from '../support/late-backlog.ts';

/** A share of which some folders and files cannot be looked at. */
function lockedShare(...names: string[]) {
  const locked = new Set(names);
  const refuse = () => Object.assign(new Error('refused'), { code: 'EACCES' });
  const isLocked = (path: string) => [...locked].some((name) => path.endsWith(`/${name}`));
  const share: FileCalls = {
    ...threadedCalls,
    lstat: async (path) => {
      if (/\.\w+$/.test(path) && isLocked(path)) throw refuse();
      return await threadedCalls.lstat(path);
    },
    run: async (work) => {
      const found = await work();
      if (!(found instanceof Dir) || !isLocked(found.path)) return found;
      await found.close();
      throw refuse();
    },
  };
  return { locked, callsAt: folderCalls({ share: () => share, isLocal: async () => false }) };
}

describe('what the first walk could not look at', () => {
  const write = async (folder: string) => {
    await writeOld(`${folder}/top.pdf`);
    await writeManyOld(`${folder}/2025`, 3);
    await writeManyOld(`${folder}/2025/deep`, 2);
    await writeOld(`${folder}/one.pdf`);
  };

  it.each([
    ['ask', false, 'held'],
    ['skip', false, 'withdrawn'],
    ['send', true, 'held'],
  ] as const)('is backlog when it is found: %s, ledger lost: %s', async (backlog, forceBacklogAsk, state) => {
    const { locked, callsAt } = lockedShare('2025', 'deep', 'one.pdf');
    await using bench = await intakeBench({
      before: write,
      rule: { backlog },
      parts: { callsAt, forceBacklogAsk },
    });
    expect(expectAccountAddsUp(bench, 1)[state]).toBe(1);
    await bench.restart();
    locked.delete('2025');
    locked.delete('one.pdf');
    await bench.intake.rescan();
    expect(expectAccountAddsUp(bench, 5)[state]).toBe(5);
    locked.clear();
    await bench.restart();
    await bench.idle();
    expect(expectAccountAddsUp(bench, 7)[state]).toBe(7);
    // All of it is listed now.
    await writeOld(bench.at('2025', 'new.pdf'), 'new');
    await until(() => bench.sent().flat().length > 0);
    await bench.idle();
    expect(bench.sent().flat()).toEqual(['2025/new.pdf']);
  });

  it('is backlog also where an event tells of it', async () => {
    const { locked, callsAt } = lockedShare('2025');
    const { parts, tell } = toldByHand();
    await using bench = await intakeBench({ before: write, parts: { callsAt, ...parts } });
    await bench.idle();
    locked.clear();
    tell('2025');
    await bench.counts({ found: 7 });
    await bench.idle();
    expect(expectAccountAddsUp(bench, 7).held).toBe(7);
  });

  it('is asked about where it may be newer than the rule, and goes out with what is decided', async () => {
    const { locked, callsAt } = lockedShare('2025');
    await using bench = await intakeBench({ before: write, rule: { backlog: 'skip' }, parts: { callsAt } });
    await bench.put('2025/saved-meanwhile.pdf');
    locked.clear();
    await bench.intake.rescan();
    expect(expectAccountAddsUp(bench, 8)).toMatchObject({ withdrawn: 7, held: 1 });
    await bench.intake.decideBacklog('scans', 'send');
    await until(() => bench.sent().flat().length === 1);
  });

  it.each([
    [false, 7],
    [true, 2],
  ])('goes with what was decided before it was found, unless the ledger was lost: %s', async (lost, sent) => {
    const { locked, callsAt } = lockedShare('2025');
    const parts = { callsAt, forceBacklogAsk: lost };
    await using bench = await intakeBench({ before: write, parts });
    await bench.intake.decideBacklog('scans', 'send');
    await until(() => bench.sent().flat().length === 2);
    locked.clear();
    await bench.intake.rescan();
    await until(() => bench.sent().flat().length === sent);
    await bench.idle();
    expect(expectAccountAddsUp(bench, 7)).toMatchObject({ queued: sent, held: 7 - sent });
  });

  it('is asked about where it was left out under another name', async () => {
    const { locked, callsAt } = lockedShare('2025');
    const rule = { backlog: 'send', quietSeconds: 0.5 };
    await using bench = await intakeBench({ before: write, rule, parts: { callsAt } });
    for (const { id } of bench.rows()) await bench.intake.decideFile(id, 'leave-out');
    await rename(bench.at('top.pdf'), bench.at('2025', 'top.pdf'));
    locked.clear();
    await bench.intake.rescan();
    await until(() => bench.sent().flat().length === 5);
    await bench.idle();
    const held = bench.rows().filter(({ state }) => state === 'held');
    expect(held.map(({ path }) => path)).toEqual(['2025/top.pdf']);
  });

  it('stays so while another folder stands in its place', async () => {
    const { locked, callsAt } = lockedShare('2025');
    await using bench = await intakeBench({ before: write, parts: { callsAt } });
    await mountShare(bench, (folder) => writeOld(`${folder}/under-the-share.pdf`));
    await bench.restart();
    await unmountShare(bench);
    locked.clear();
    await bench.restart();
    await bench.idle();
    expect(bench.sent().flat()).toEqual([]);
  });

  it('does not make backlog of what comes elsewhere, or what became unreadable later', async () => {
    const { locked, callsAt } = lockedShare('2025');
    await using bench = await intakeBench({ before: write, parts: { callsAt } });
    await mkdir(bench.at('2026'));
    locked.add('2026');
    await writeOld(bench.at('2026', 'a.pdf'));
    await bench.intake.rescan();
    await bench.restart();
    locked.delete('2026');
    await bench.intake.rescan();
    await until(() => bench.sent().flat().length > 0);
    expect(bench.sent().flat()).toEqual(['2026/a.pdf']);
  });
});

test('a place stays unlisted until all of it was seen', () => {
  const places = new Set(['2025/', 'a/one.pdf']);
  const among = ['2025/x.pdf', '2025/deep/', 'a/one.pdf', '2025', '2025-b/x.pdf', 'a/two.pdf'].filter(
    (path) => isAmong(places, path),
  );
  expect(among).toEqual(['2025/x.pdf', '2025/deep/', 'a/one.pdf']);
  const after = (...unseen: string[]) => [...stillUnlisted(places, new Set(unseen))].sort();
  expect(after()).toEqual([]);
  expect(after('2026/')).toEqual([]);
  expect(after('2025/deep/', '2026/')).toEqual(['2025/deep/']);
  // What lies in a folder that cannot be looked into now is as unknown as it was.
  expect(after('a/')).toEqual(['a/one.pdf']);
  expect([...stillUnlisted(new Set(['/']), new Set(['2026/']))]).toEqual(['2026/']);
});
