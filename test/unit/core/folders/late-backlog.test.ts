import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Backlog } from '../../../../src-main/contract/settings.ts';
import type { IntakeParts } from '../../../../src-main/core/folders/folders.ts';
import { type Committer, createCommitter } from '../../../../src-main/core/ledger/db/group-commit.ts';
import { type FileCalls, threadedCalls } from '../../../../src-main/core/share-io/file-calls.ts';
import { folderCalls } from '../../../../src-main/core/share-io/folder-calls.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';
import {
  ANOTHER_DISK,
  mountShare,
  toldByHand,
  unmountShare,
  writeManyOld,
  writeOld,
} from './support/late-backlog.ts';

/** Two places that lie on different disks on Linux; the tests' own folder lies on one of them. */
const DISKS = ['/dev/shm', '/var/tmp'];

/** What comes now is new, and is all that goes out. */
async function expectOnlyNewGoes(bench: IntakeBench): Promise<void> {
  await bench.put('new.pdf');
  await until(() => bench.sent().flat().length > 0);
  await bench.idle();
  expect(bench.sent().flat()).toEqual(['new.pdf']);
}

describe('a share that is mounted after the empty folder below it was listed', () => {
  it('is not one that was listed itself and has another number since, its mark tidied away meanwhile', async () => {
    await using bench = await intakeBench({ rule: { backlog: 'skip' } });
    const mark = bench.at('.clearfolder', 'station-station-1');
    const said = () => readFile(mark, 'utf8').catch(() => '');
    await bench.intake.rescan();
    expect(await said()).not.toBe('');
    await rm(mark);
    await until(async () => (await said()) !== '');
    await bench.intake.stop();
    bench.ledger.db.prepare('UPDATE folder SET root_identity = ?').run(ANOTHER_DISK);
    await writeOld(bench.at('copied.pdf'));
    await bench.restart();
    await bench.idle();
    expect(bench.sent().flat()).toEqual(['copied.pdf']);
  });

  const cases: [Backlog, Partial<IntakeParts>, 'held' | 'withdrawn'][] = [
    ['ask', {}, 'held'],
    ['skip', {}, 'withdrawn'],
    // The ledger was lost.
    ['send', { forceBacklogAsk: true }, 'held'],
  ];
  it.each(cases)('is backlog: %s %o', async (backlog, parts, state) => {
    await using bench = await intakeBench({ rule: { backlog }, parts });
    await mountShare(bench, (folder) => writeManyOld(folder, 5));
    await bench.restart();
    await bench.idle();
    expect(expectAccountAddsUp(bench, 5)[state]).toBe(5);
    await bench.restart();
    await expectOnlyNewGoes(bench);
    expect(expectAccountAddsUp(bench, 6)[state]).toBe(5);
  });

  it('is asked about where its files may be newer than the rule, not left out without a word', async () => {
    await using bench = await intakeBench({ rule: { backlog: 'skip' } });
    await mountShare(bench, async (folder) => {
      await writeOld(`${folder}/old.pdf`);
      await writeFile(`${folder}/scanned-meanwhile.pdf`, pdf('scanned meanwhile'));
    });
    await bench.restart();
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ withdrawn: 1, held: 1 });
  });

  it('is asked about although something else was decided while nothing was there', async () => {
    await using bench = await intakeBench();
    await bench.intake.decideBacklog('scans', 'send');
    await mountShare(bench, (folder) => writeManyOld(folder, 2));
    await bench.restart();
    expect(bench.account().held).toBe(2);
    await bench.intake.decideBacklog('scans', 'send');
    await until(() => bench.sent().flat().length === 2);
  });

  it('is backlog to its last file when the walk through it is broken off', async () => {
    let broken = false;
    let commit: Committer | null = null;
    const failing: Committer = (work, when) =>
      commit === null || broken ? Promise.reject(new Error('no')) : commit(work, when);
    await using bench = await intakeBench({ start: false, parts: { commit: failing } });
    const whole = createCommitter(bench.ledger);
    commit = whole;
    await bench.intake.start();
    await mountShare(bench, (folder) => writeManyOld(folder, 700));
    commit = async (work, when) => {
      const done = await whole(work, when);
      broken = true;
      return done;
    };
    await bench.restart();
    expect(bench.account().found).toBe(500);
    commit = whole;
    broken = false;
    await bench.restart();
    await bench.idle();
    expect(expectAccountAddsUp(bench, 700).held).toBe(700);
  });

  it.each(['README.md', 'held-there.pdf'])(
    'is backlog also where the folder below holds %s',
    async (name) => {
      await using bench = await intakeBench({
        rule: { include: ['**/*.pdf'] },
        before: (folder) => writeOld(`${folder}/${name}`),
      });
      await mountShare(bench, (folder) => writeManyOld(folder, 3));
      await bench.restart();
      await bench.idle();
      expect(
        bench.rows().filter(({ path, state }) => path.startsWith('old') && state === 'held'),
      ).toHaveLength(3);
      await bench.restart();
      await expectOnlyNewGoes(bench);
    },
  );

  it('is known to be listed once it was, with what is moved into it later', async () => {
    await using bench = await intakeBench();
    await mountShare(bench, async () => undefined);
    await bench.restart();
    await writeManyOld(bench.folder, 3);
    await until(() => bench.sent().flat().length === 3);
  });

  it('is not listed by what stands there while it is away', async () => {
    await using bench = await intakeBench({ before: (folder) => writeManyOld(folder, 2) });
    await mountShare(bench, (folder) => writeOld(`${folder}/under-the-share.pdf`));
    // As after a restore, which does not know what was sent since the copy was made.
    bench.ledger.db.prepare('UPDATE folder SET backlog_listed_at = NULL').run();
    await bench.restart();
    expect(bench.folderRow()).toMatchObject({ reachable: 1, backlog_listed_at: null });
    await unmountShare(bench);
    await writeOld(bench.at('sent-since.pdf'));
    await bench.restart();
    await expectOnlyNewGoes(bench);
  });
});

describe('a folder exchanged for another while it is watched', () => {
  /** A folder on another disk than `path`, or null. */
  async function folderOnAnotherDisk(path: string): Promise<string | null> {
    const own = (await stat(path)).dev;
    for (const disk of DISKS) {
      const found = await stat(disk).catch(() => null);
      if (found !== null && found.dev !== own) return `${disk}/clearfolder-test-${process.pid}`;
    }
    return null;
  }

  it('is judged by a walk, whatever events say of it before', async ({ skip }) => {
    await using dir = await tempDir('linked');
    const share = await folderOnAnotherDisk(dir.path);
    if (share === null) return skip('this machine has one disk only');
    await writeManyOld(`${share}/2025`, 3);
    await mkdir(dir.at('mount-point'));
    await symlink(dir.at('mount-point'), dir.at('watched'));
    const { parts, tell } = toldByHand();
    try {
      await using bench = await intakeBench({ folder: dir.at('watched'), parts });
      await bench.idle();
      await rm(dir.at('watched'));
      await symlink(share, dir.at('watched'));
      tell('2025');
      await bench.counts({ found: 3 });
      await bench.idle();
      expect(expectAccountAddsUp(bench, 3).held).toBe(3);
    } finally {
      await rm(share, { recursive: true });
    }
  });

  it('in the middle of a walk, leaves nothing recorded of the one before', async () => {
    await using dir = await tempDir('linked');
    await writeManyOld(dir.at('one'), 600, 'one');
    await writeManyOld(dir.at('other'), 2, 'other');
    await symlink(dir.at('one'), dir.at('watched'));
    let looked = 0;
    const exchanging: FileCalls = {
      ...threadedCalls,
      lstat: async (path) => {
        const name = /one-\d+\.pdf$/.exec(path)?.[0];
        if (name === undefined) return await threadedCalls.lstat(path);
        looked += 1;
        if (looked === 400) {
          await rm(dir.at('watched'));
          await symlink(dir.at('other'), dir.at('watched'));
        }
        // As if all had been looked at just before.
        return await threadedCalls.lstat(dir.at('one', name));
      },
    };
    await using bench = await intakeBench({
      folder: dir.at('watched'),
      parts: { callsAt: folderCalls({ share: () => exchanging, isLocal: async () => false }) },
    });
    await until(() => bench.account().found > 0);
    const known = bench.rows().map(({ path }) => path);
    expect(known.sort()).toEqual(['other-0.pdf', 'other-1.pdf']);
  });
});

it.each([
  ['ask', false, 'first'],
  ['skip', false, 'first'],
  ['send', true, 'first'],
  ['ask', false, 'mounted'],
] as const)(
  'a backlog that is decided during the first walk is decided as a whole: rule %s, ledger lost: %s, %s',
  async (backlog, forceBacklogAsk, which) => {
    let pages = 0;
    let armed = false;
    let commit: Committer | null = null;
    const [second, hung] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const halting: Committer = async (work, when) => {
      if (commit === null) throw new Error('no ledger yet');
      if (armed && when === 'soon') pages += 1;
      if (pages === 2) {
        second.resolve();
        await hung.promise;
      }
      return await commit(work, when);
    };
    const parts = { commit: halting, forceBacklogAsk };
    await using bench = await intakeBench({ start: false, rule: { backlog }, parts });
    commit = createCommitter(bench.ledger);
    // Another page comes after the one during which it is decided.
    const count = which === 'mounted' ? 1_100 : 700;
    const fill = (folder: string) => writeManyOld(folder, count);
    if (which === 'mounted') await bench.intake.start();
    await (which === 'mounted' ? mountShare(bench, fill) : fill(bench.folder));
    armed = true;
    const started = bench.restart();
    await second.promise;
    const ofFirstPage = bench.account();
    expect(ofFirstPage.found).toBe(500);
    const decided = bench.intake.decideBacklog('scans', { newerThan: '2024-12-31' });
    hung.resolve();
    await Promise.all([started, decided]);
    await until(() => bench.account().settling === 0 && bench.account().found === count);
    expect(expectAccountAddsUp(bench, count)).toMatchObject({ held: 0, withdrawn: ofFirstPage.withdrawn });
    expect(bench.folderRow()?.backlog).toEqual({ newerThan: '2024-12-31' });
  },
);
