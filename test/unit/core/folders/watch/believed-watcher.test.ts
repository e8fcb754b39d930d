import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  type WatchEvents,
  type WatchFolder,
  watchFolder,
} from '../../../../../src-main/core/folders/watch/watcher.ts';
import { createCommitter } from '../../../../../src-main/core/ledger/db/group-commit.ts';
import { readFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { until } from '../../../../support/until.ts';
import { type IntakeBench, intakeBench, pdf } from '../intake-bench.ts';

/** No walk comes by itself, and a probe has all the time that a test takes. */
const NO_WALKS = { pollMs: 3_600_000, fallbackMs: 3_600_000, probeMs: 30_000 };
const isTold = (bench: IntakeBench) =>
  readFolder(bench.ledger, 'scans')?.watching === 'events' && !bench.intake.busy();
const sent = (bench: IntakeBench) => bench.submissions().map(({ paths }) => paths.map(String).sort());

/** Groups of a folder that is watched, by a watcher that may say less than it could. */
async function watchedBench(changed: (events: WatchEvents) => Partial<WatchEvents>) {
  let walks = 0;
  let hold: 'next' | 'held' | null = null;
  const go = Promise.withResolvers<void>();
  const watch: WatchFolder = (root, events) => watchFolder(root, { ...events, ...changed(events) });
  const bench: IntakeBench = await intakeBench({
    start: false,
    rule: { backlog: 'send', group: { key: '^(?<key>[^_]+)_' }, groupQuietSeconds: 1 },
    parts: {
      watch,
      pace: NO_WALKS,
      log: (event) => {
        if (event === 'folder.scanned') walks += 1;
      },
      commit: async (work, when) => {
        if (hold === 'next') {
          hold = 'held';
          await go.promise;
        }
        return await createCommitter(bench.ledger)(work, when);
      },
    },
  });
  await bench.intake.start();
  await until(() => isTold(bench));
  return {
    bench,
    walks: () => walks,
    /** What is found next is recorded only once it may `go`, as on a share where a walk takes long. */
    holdNext: () => {
      hold = 'next';
    },
    isHeld: () => hold === 'held',
    go: go.resolve,
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}

/** Long enough for a group to be quiet. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 2_500));

describe('a watcher that is exchanged for another, as after the machine slept', () => {
  it('is not believed while a walk looks for what it may have missed', async () => {
    let asleep = false;
    await using station = await watchedBench(({ onHint }) => ({
      onHint: (path) => {
        if (!asleep) onHint(path);
      },
    }));
    const { bench } = station;
    await writeFile(bench.at('1_card.pdf'), pdf('card'));
    await until(() => bench.rows().length === 1);
    asleep = true;
    await writeFile(bench.at('1_visit.pdf'), pdf('visit'));
    station.holdNext();
    const woken = bench.intake.wake();
    await until(station.isHeld);
    await quiet();
    station.go();
    await woken;
    await until(() => bench.submissions().length > 0);
    expect(sent(bench)).toEqual([['1_card.pdf', '1_visit.pdf']]);
  });

  it('lets go what waited for it as soon as the other is found to work, though no walk follows', async () => {
    const probed = Promise.withResolvers<void>();
    let slow = false;
    await using station = await watchedBench(({ onProbe }) => ({
      onProbe: () => void (slow ? probed.promise : Promise.resolve()).then(onProbe),
    }));
    const { bench } = station;
    slow = true;
    await writeFile(bench.at('1_card.pdf'), pdf('card'));
    await until(() => bench.rows().length === 1);
    const before = station.walks();
    await bench.intake.wake();
    // The one that wakes, and the one that finds what came before the other watched.
    await until(() => station.walks() === before + 2);
    await quiet();
    expect(bench.submissions()).toEqual([]);
    probed.resolve();
    await until(() => bench.submissions().length === 1);
    expect(station.walks()).toBe(before + 2);
  });
});
