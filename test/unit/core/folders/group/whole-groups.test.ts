import { mkdir, rename, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { type WatchFolder, watchFolder } from '../../../../../src-main/core/folders/watch/watcher.ts';
import { createCommitter } from '../../../../../src-main/core/ledger/db/group-commit.ts';
import { readFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import type { Log } from '../../../../../src-main/core/log/events.ts';
import { createSpool } from '../../../../../src-main/core/spool/spool.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { until } from '../../../../support/until.ts';
import {
  type BenchOptions,
  expectAccountAddsUp,
  type IntakeBench,
  intakeBench,
  pdf,
  putPacket,
} from '../intake-bench.ts';

/** As on a share of which no event comes. */
const silent: WatchFolder = (_root, { onReady }) => {
  onReady();
  return { close: () => undefined };
};
/** No walk comes by itself. */
const NO_WALKS = { fallbackMs: 3_600_000, probeMs: 50 };
const BY_KEY = { key: '^(?<key>[^_]+)_' };

/** Groups of a folder of which no event comes, and the walks through it so far. */
async function silentBench({ rule, parts, ...rest }: BenchOptions) {
  let walks = 0;
  const log: Log = (event) => {
    if (event === 'folder.scanned') walks += 1;
  };
  const bench = await intakeBench({
    ...rest,
    rule: { backlog: 'send', ...rule },
    parts: { watch: silent, log, ...parts, pace: { ...NO_WALKS, ...parts?.pace } },
  });
  return { bench, walks: () => walks, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

const known = (bench: IntakeBench, ...paths: string[]) =>
  expect(bench.rows().map(({ path }) => path)).toEqual(paths);
const sent = (bench: IntakeBench) => bench.submissions().map(({ paths }) => paths.map(String).sort());

/** A page that comes unseen after the walk that saw the first one goes out with it. */
async function expectBothPages(bench: IntakeBench): Promise<void> {
  await until(() => !bench.intake.busy());
  await writeFile(bench.at('1_card.pdf'), pdf('card'));
  await bench.intake.rescan();
  known(bench, '1_card.pdf');
  await writeFile(bench.at('1_visit.pdf'), pdf('visit'));
  await until(() => bench.submissions().length > 0);
  expect(sent(bench)).toEqual([['1_card.pdf', '1_visit.pdf']]);
}

describe('a group does not go out while a page of it may lie there unseen', () => {
  it('what came after the last walk goes with it, though nobody told of it', async () => {
    await using station = await silentBench({ rule: { group: BY_KEY, groupQuietSeconds: 2 } });
    await expectBothPages(station.bench);
  });

  it('also where walks are the rule and come seldom', async () => {
    await using station = await silentBench({
      rule: { group: BY_KEY, groupQuietSeconds: 1, watch: 'poll' },
      parts: { pace: { pollMs: 3_000 } },
    });
    await expectBothPages(station.bench);
  });

  it('the ready marker says that the pages are there, not that they were seen', async () => {
    await using station = await silentBench({
      rule: { group: 'folder', quietSeconds: 1, groupQuietSeconds: 600 },
    });
    const { bench } = station;
    await until(() => !bench.intake.busy());
    await mkdir(bench.at('p1'));
    await writeFile(bench.at('p1/card.pdf'), pdf('card'));
    await bench.intake.rescan();
    known(bench, 'p1/card.pdf');
    await writeFile(bench.at('p1/visit.pdf'), pdf('visit'));
    await writeFile(bench.at('p1/.ready'), '');
    await until(() => bench.submissions().length > 0);
    expect(sent(bench)).toEqual([['p1/card.pdf', 'p1/visit.pdf']]);
  });

  it('a walk that is under way has not seen it all', async () => {
    const slow = Promise.withResolvers<void>();
    let batches = 0;
    const groups = 300;
    await using station = await silentBench({
      start: false,
      rule: { group: BY_KEY, groupQuietSeconds: 0.2 },
      parts: {
        // The pages of a slow share are found long after one another.
        commit: async (work, when) => {
          batches += 1;
          if (batches === 2) await slow.promise;
          return await createCommitter(station.bench.ledger)(work, when);
        },
      },
    });
    const { bench } = station;
    for (const page of ['card', 'visit'])
      for (let n = 0; n < groups; n += 1) await writeFile(bench.at(`${n}_${page}.pdf`), pdf(`${page} ${n}`));
    const started = bench.intake.start();
    await until(() => batches === 2);
    // Long enough for what was found to settle, and to be quiet as a group.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    slow.resolve();
    await started;
    await until(() => bench.submissions().length === groups);
    expect(sent(bench).filter((paths) => paths.length !== 2)).toEqual([]);
  });

  it('one walk serves all groups that wait, and none begins right after another', async () => {
    const pollMs = 1_500;
    await using station = await silentBench({
      rule: { group: BY_KEY, groupQuietSeconds: 0.2 },
      parts: { pace: { pollMs } },
    });
    const { bench } = station;
    await until(() => !bench.intake.busy());
    for (let n = 0; n < 5; n += 1) await writeFile(bench.at(`${n}_a.pdf`), pdf(`${n}`));
    await bench.intake.rescan();
    const before = station.walks();
    await until(() => bench.submissions().length === 5);
    expect(station.walks()).toBe(before + 1);
  });

  it('is not waited for while the folder is away', async () => {
    await using station = await silentBench({
      rule: { group: BY_KEY, groupQuietSeconds: 0.2 },
      parts: { pace: { pollMs: 3_600_000 } },
    });
    const { bench } = station;
    await until(() => !bench.intake.busy());
    await writeFile(bench.at('1_a.pdf'), pdf('a'));
    await bench.intake.rescan();
    // Long enough for the group to wait for a walk.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(bench.intake.busy()).toBe(true);
    await rename(bench.folder, `${bench.folder}-away`);
    await until(() => readFolder(bench.ledger, 'scans')?.reachable === 0 && !bench.intake.busy());
    await rename(`${bench.folder}-away`, bench.folder);
    await until(async () => {
      await bench.intake.rescan();
      return bench.submissions().length === 1;
    });
    expect(bench.intake.busy()).toBe(false);
  });
});

describe('where events tell of everything', () => {
  const isTold = (bench: IntakeBench) => readFolder(bench.ledger, 'scans')?.watching === 'events';

  it('a group goes without another walk', async () => {
    await using station = await silentBench({
      rule: { group: BY_KEY, groupQuietSeconds: 0.3 },
      parts: { watch: watchFolder, pace: { probeMs: 5_000 } },
    });
    const { bench } = station;
    await until(() => isTold(bench) && !bench.intake.busy());
    const before = station.walks();
    for (const page of ['card', 'visit']) await writeFile(bench.at(`1_${page}.pdf`), pdf(page));
    await until(() => bench.submissions().length === 1);
    expect(sent(bench)).toEqual([['1_card.pdf', '1_visit.pdf']]);
    expect(station.walks()).toBe(before);
  });

  it('they do so only once what they named was looked at', async () => {
    const slow = Promise.withResolvers<void>();
    let next: 'blocks' | 'blocked' | null = null;
    await using station = await silentBench({
      start: false,
      rule: { group: BY_KEY, groupQuietSeconds: 1 },
      parts: {
        watch: watchFolder,
        pace: { probeMs: 5_000 },
        commit: async (work, when) => {
          if (next === 'blocks') {
            next = 'blocked';
            await slow.promise;
          }
          return await createCommitter(station.bench.ledger)(work, when);
        },
      },
    });
    const { bench } = station;
    await bench.intake.start();
    await until(() => isTold(bench) && !bench.intake.busy());
    const before = station.walks();
    await writeFile(bench.at('1_card.pdf'), pdf('card'));
    await until(() => bench.rows().length === 1);
    // As on a share where looking at all that was named takes long.
    next = 'blocks';
    await writeFile(bench.at('2_other.pdf'), pdf('other'));
    await until(() => next === 'blocked');
    await writeFile(bench.at('1_visit.pdf'), pdf('visit'));
    // Long enough for the first to be quiet as a group.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    slow.resolve();
    await until(() => bench.submissions().length === 2);
    expect(sent(bench).find(([path]) => path?.startsWith('1_'))).toEqual(['1_card.pdf', '1_visit.pdf']);
    expect(station.walks()).toBe(before);
  });

  it('they do not before everything is watched, and a walk has found what came until then', async () => {
    const ready = Promise.withResolvers<() => void>();
    const late: WatchFolder = (root, events) =>
      watchFolder(root, {
        ...events,
        onHint: (path) => {
          // The other lies in a part of the folder that is not watched yet.
          if (!path.includes('visit')) events.onHint(path);
        },
        onReady: () => ready.resolve(events.onReady),
      });
    await using station = await silentBench({
      rule: { group: BY_KEY, groupQuietSeconds: 0.3 },
      parts: { watch: late, pace: { pollMs: 3_600_000, probeMs: 1_000 } },
    });
    const { bench } = station;
    const tellReady = await ready.promise;
    // Longer than a watcher is usually waited for.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await writeFile(bench.at('1_card.pdf'), pdf('card'));
    await until(() => bench.rows().length === 1);
    await writeFile(bench.at('1_visit.pdf'), pdf('visit'));
    // Long enough for the one to be quiet as a group.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    tellReady();
    await until(() => bench.submissions().length > 0);
    expect(sent(bench)).toEqual([['1_card.pdf', '1_visit.pdf']]);
    expect(isTold(bench)).toBe(true);
  });
});

it('I1: a page that settles while its group is being submitted waits for a person afterwards', async () => {
  await using home = await tempDir('spool');
  const spool = createSpool({ dir: home.path, clock: systemClock });
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const freeze: typeof spool.freeze = async (path, ...rest) => {
    if (path.includes('/p1/')) {
      begun.resolve();
      await slow.promise;
    }
    return spool.freeze(path, ...rest);
  };
  await using bench = await intakeBench({
    rule: { group: 'folder', groupQuietSeconds: 0.1 },
    parts: { spool: { ...spool, freeze } },
  });
  await putPacket(bench, 'p1', ['a']);
  await begun.promise;
  await writeFile(bench.at('p1/late.pdf'), pdf('late'));
  await until(() => bench.rows().length === 2);
  // Files settle in the order in which they came: the late page before this packet.
  await putPacket(bench, 'p2', ['b']);
  await until(() => bench.submissions().length === 1);
  slow.resolve();
  await until(() => bench.account().held === 1);
  expect(bench.rows()[1]).toMatchObject({ path: 'p1/late.pdf', problem_code: 'file.late-for-group' });
  expectAccountAddsUp(bench, 3);
});
