import { rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { type WatchFolder, watchFolder } from '../../../../../src-main/core/folders/watch/watcher.ts';
import { createCommitter } from '../../../../../src-main/core/ledger/db/group-commit.ts';
import type { Log } from '../../../../../src-main/core/log/events.ts';
import { createSpool } from '../../../../../src-main/core/spool/spool.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { until } from '../../../../support/until.ts';
import { type BenchOptions, type IntakeBench, intakeBench, pdf } from '../intake-bench.ts';
import { silentWatch } from '../support/late-backlog.ts';

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
    parts: { watch: silentWatch, log, ...parts, pace: { ...NO_WALKS, ...parts?.pace } },
  });
  return { bench, walks: () => walks };
}

const known = (bench: IntakeBench, ...paths: string[]) =>
  expect(bench.rows().map(({ path }) => path)).toEqual(paths);

/** A page that comes unseen after the walk that saw the first one goes out with it. */
async function expectBothPages(bench: IntakeBench): Promise<void> {
  await bench.idle();
  await bench.put('1_card.pdf', pdf('card'));
  await bench.intake.rescan();
  known(bench, '1_card.pdf');
  await bench.put('1_visit.pdf', pdf('visit'));
  await until(() => bench.submissions().length > 0);
  expect(bench.sent()).toEqual([['1_card.pdf', '1_visit.pdf']]);
}

describe('a group does not go out while a page of it may lie there unseen', () => {
  it('what came after the last walk goes with it, though nobody told of it', async () => {
    const station = await silentBench({ rule: { group: BY_KEY, groupQuietSeconds: 2 } });
    await expectBothPages(station.bench);
  });

  it('also where walks are the rule and come seldom', async () => {
    const station = await silentBench({
      rule: { group: BY_KEY, groupQuietSeconds: 1, watch: 'poll' },
      parts: { pace: { pollMs: 3_000 } },
    });
    await expectBothPages(station.bench);
  });

  it('the ready marker says that the pages are there, not that they were seen', async () => {
    const { bench } = await silentBench({
      rule: { group: 'folder', quietSeconds: 1, groupQuietSeconds: 600 },
    });
    await bench.idle();
    await bench.put('p1/card.pdf', pdf('card'));
    await bench.intake.rescan();
    known(bench, 'p1/card.pdf');
    await bench.put('p1/visit.pdf', pdf('visit'));
    await bench.put('p1/.ready', '');
    await until(() => bench.submissions().length > 0);
    expect(bench.sent()).toEqual([['p1/card.pdf', 'p1/visit.pdf']]);
  });

  it('a walk that is under way has not seen it all', async () => {
    const slow = Promise.withResolvers<void>();
    let batches = 0;
    const groups = 300;
    const station = await silentBench({
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
      for (let n = 0; n < groups; n += 1) await bench.put(`${n}_${page}.pdf`);
    const started = bench.intake.start();
    await until(() => batches === 2);
    // Long enough for what was found to settle, and to be quiet as a group.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    slow.resolve();
    await started;
    await bench.submitted(groups);
    expect(bench.sent().filter((paths) => paths.length !== 2)).toEqual([]);
  });

  it('one walk serves all groups that wait, and none begins right after another', async () => {
    const pollMs = 1_500;
    const station = await silentBench({
      rule: { group: BY_KEY, groupQuietSeconds: 0.2 },
      parts: { pace: { pollMs } },
    });
    const { bench } = station;
    await bench.idle();
    for (let n = 0; n < 5; n += 1) await bench.put(`${n}_a.pdf`);
    await bench.intake.rescan();
    const before = station.walks();
    await bench.submitted(5);
    expect(station.walks()).toBe(before + 1);
  });

  it('is not waited for while the folder is away', async () => {
    const { bench } = await silentBench({
      rule: { group: BY_KEY, groupQuietSeconds: 0.2 },
      parts: { pace: { pollMs: 3_600_000 } },
    });
    await bench.idle();
    await bench.put('1_a.pdf');
    await bench.intake.rescan();
    // Long enough for the group to wait for a walk.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(bench.intake.busy()).toBe(true);
    await rename(bench.folder, `${bench.folder}-away`);
    await until(() => bench.folderRow()?.reachable === 0 && !bench.intake.busy());
    await rename(`${bench.folder}-away`, bench.folder);
    await until(async () => {
      await bench.intake.rescan();
      return bench.submissions().length === 1;
    });
    expect(bench.intake.busy()).toBe(false);
  });
});

it('events tell of a group only once everything is watched, and a walk has found what came until then', async () => {
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
  const { bench } = await silentBench({
    rule: { group: BY_KEY, groupQuietSeconds: 0.3 },
    parts: { watch: late, pace: { pollMs: 3_600_000, probeMs: 1_000 } },
  });
  const tellReady = await ready.promise;
  // Longer than a watcher is usually waited for.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await bench.put('1_card.pdf', pdf('card'));
  await until(() => bench.rows().length === 1);
  await bench.put('1_visit.pdf', pdf('visit'));
  // Long enough for the one to be quiet as a group.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  tellReady();
  await until(() => bench.submissions().length > 0);
  expect(bench.sent()).toEqual([['1_card.pdf', '1_visit.pdf']]);
  expect(bench.folderRow()?.watching).toBe('events');
});

it('I1: a page that settles while its group is being submitted waits for a person afterwards', async () => {
  const spool = createSpool({ dir: testDir().at('spool'), clock: systemClock });
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const freeze: typeof spool.freeze = async (path, ...rest) => {
    if (path.includes('/p1/')) {
      begun.resolve();
      await slow.promise;
    }
    return spool.freeze(path, ...rest);
  };
  const bench = await intakeBench({
    rule: { group: 'folder', groupQuietSeconds: 0.1 },
    parts: { spool: { ...spool, freeze } },
  });
  await bench.putPacket('p1', ['a']);
  await begun.promise;
  await bench.put('p1/late.pdf', pdf('late'));
  await until(() => bench.rows().length === 2);
  // Files settle in the order in which they came: the late page before this packet.
  await bench.putPacket('p2', ['b']);
  await bench.submitted(1);
  slow.resolve();
  await bench.counts({ held: 1 });
  expect(bench.rows()[1]).toMatchObject({ path: 'p1/late.pdf', problem_code: 'file.late-for-group' });
});
