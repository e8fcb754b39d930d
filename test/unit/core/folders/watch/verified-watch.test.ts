import { mkdir, readdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { createVerifiedWatch } from '../../../../../src-main/core/folders/watch/verified-watch.ts';
import {
  eventsTellAll,
  type WatchEvents,
  type WatchFolder,
  watchFolder,
} from '../../../../../src-main/core/folders/watch/watcher.ts';
import { createCommitter } from '../../../../../src-main/core/ledger/db/group-commit.ts';
import { directCalls, threadedCalls } from '../../../../../src-main/core/share-io/file-calls.ts';
import { folderCalls } from '../../../../../src-main/core/share-io/folder-calls.ts';
import { needing, needs } from '../../../../support/machine.ts';
import { refuseWrites, takeWrites } from '../../../../support/refused-writes.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { until } from '../../../../support/until.ts';
import { type IntakeBench, intakeBench, pdf } from '../intake-bench.ts';

const onShare = folderCalls({ isLocal: async () => false });
const watchingOf = (bench: IntakeBench) => bench.folderRow()?.watching;
/** No scan is due during a test. */
const NO_SCANS = { pollMs: 3_600_000, fallbackMs: 3_600_000 };

test('events can report every change of a share on Windows and macOS, and of a local disk only on Linux', () => {
  expect(eventsTellAll(threadedCalls, 'win32')).toBe(true);
  expect(eventsTellAll(threadedCalls, 'darwin')).toBe(true);
  expect(eventsTellAll(threadedCalls, 'linux')).toBe(false);
  expect(eventsTellAll(directCalls, 'linux')).toBe(true);
});

describe(
  'a share on Linux, whose events report only the writes of this machine',
  needing(needs.linux),
  () => {
    it('is scanned as with "watch": "poll", and shows that mode: writes of other machines are found', async () => {
      let probes = 0;
      // This watcher reports nothing of other machines.
      const ownOnly: WatchFolder = (root, events) =>
        watchFolder(root, {
          ...events,
          onHint: () => undefined,
          onProbe: () => {
            probes += 1;
          },
        });
      await using bench = await intakeBench({
        parts: { callsAt: onShare, watch: ownOnly, pace: { fallbackMs: 3_600_000 } },
      });
      await until(() => watchingOf(bench) === 'poll');
      await bench.send('of-another.pdf', pdf('of another machine'));
      expect(watchingOf(bench)).toBe('poll');
      // No probe is written, because a probe would prove nothing.
      expect(probes).toBe(0);
    });

    it('is scanned at once at a path that an event names', async () => {
      await using bench = await intakeBench({ parts: { callsAt: onShare, pace: NO_SCANS } });
      await until(() => watchingOf(bench) === 'poll' && !bench.intake.busy());
      await bench.send('own.pdf', pdf('own'));
    });

    it('gets no new watcher with every scan', async () => {
      let [opened, scans] = [0, 0];
      const impossible: WatchFolder = () => {
        opened += 1;
        throw new Error('no watches are left');
      };
      await using bench = await intakeBench({
        parts: {
          callsAt: onShare,
          watch: impossible,
          log: (event) => {
            if (event === 'folder.scanned') scans += 1;
          },
        },
      });
      await until(() => scans >= 5);
      expect(watchingOf(bench)).toBe('poll');
      expect(opened).toBe(1);
    });
  },
);

function keeperIn(root: string, watch: WatchFolder, probeMs: number) {
  const stop = new AbortController();
  onTestFinished(async () => {
    stop.abort();
    await keeper.close();
  });
  const keeper = createVerifiedWatch({
    root,
    calls: () => directCalls,
    stationId: 'station-1',
    belonging: () => ({ environment: 'production', organisation: null }),
    clock: systemClock,
    probeMs,
    watch,
    emit: () => undefined,
    onFault: () => undefined,
  });
  return { keeper, signal: stop.signal };
}

it('a watcher that cannot be tested stays open without being believed, until a test succeeds', async () => {
  const dir = testDir();
  const { keeper, signal } = keeperIn(dir.path, watchFolder, 1_000);
  // A read-only folder has no control folder.
  await keeper.open(signal);
  expect([keeper.mode, keeper.completeSince, keeper.isDead]).toEqual(['scan', null, false]);
  expect(await readdir(dir.path)).toEqual([]);
  await mkdir(dir.at('.clearfolder'));
  await until(async () => {
    await keeper.test(signal);
    return keeper.mode === 'events';
  });
  expect(keeper.completeSince).not.toBeNull();
  expect(await readdir(dir.at('.clearfolder'))).toEqual([]);
});

it('a watcher is not dead during its test: with a new watcher for each scan, no test would end', async () => {
  const dir = testDir();
  await mkdir(dir.at('.clearfolder'));
  let tell: () => void = () => undefined;
  const slow: WatchFolder = (_root, { onReady, onProbe }) => {
    tell = onProbe;
    onReady();
    return { close: () => undefined };
  };
  const { keeper, signal } = keeperIn(dir.path, slow, 30_000);
  const opened = keeper.open(signal);
  await until(async () => (await readdir(dir.at('.clearfolder'))).length === 1);
  expect([keeper.completeSince, keeper.isDead]).toEqual([null, false]);
  tell();
  await opened;
  expect([keeper.mode, keeper.isDead]).toEqual(['events', false]);
  expect(keeper.completeSince).not.toBeNull();
});

it(
  'a watcher that starts late is believed after its start, and not before',
  needing(needs.wholeTreeEvents),
  async () => {
    const dir = testDir();
    await mkdir(dir.at('.clearfolder'));
    let ready: () => void = () => undefined;
    const late: WatchFolder = (root, events) =>
      watchFolder(root, {
        ...events,
        onReady: () => {
          ready = events.onReady;
        },
      });
    const { keeper, signal } = keeperIn(dir.path, late, 500);
    await keeper.open(signal);
    expect([keeper.mode, keeper.completeSince, keeper.isDead]).toEqual(['scan', null, true]);
    ready();
    await until(() => keeper.mode === 'events');
    expect(keeper.completeSince).not.toBeNull();
    expect(keeper.isDead).toBe(false);
  },
);

test(
  'a watcher that fails while the ledger refuses writes stops nothing, and the mode is recorded later',
  needing(needs.wholeTreeEvents),
  async () => {
    let fail = () => {};
    let isBroken = false;
    await using bench = await intakeBench({
      start: false,
      rule: { backlog: 'send' },
      parts: {
        pace: { ...NO_SCANS, probeMs: 30_000 },
        watch: (root, events) => {
          if (isBroken) throw new Error('no more watchers');
          fail = events.onError;
          return watchFolder(root, events);
        },
      },
    });
    await bench.intake.start();
    await until(() => watchingOf(bench) === 'events');
    refuseWrites(bench.ledger, 'UPDATE OF watching ON folder');
    isBroken = true;
    expect(fail).not.toThrow();
    await bench.idle();
    expect(watchingOf(bench)).toBe('events');
    takeWrites(bench.ledger);
    await bench.intake.wake();
    await until(() => watchingOf(bench) === 'scan');
  },
);

const isTold = (bench: IntakeBench) => watchingOf(bench) === 'events' && !bench.intake.busy();

/** A station with groups in a watched folder; `changed` replaces events of the watcher. */
async function watchedBench(changed: (events: WatchEvents) => Partial<WatchEvents> = () => ({})) {
  let scans = 0;
  let hold: 'next' | 'held' | null = null;
  const go = Promise.withResolvers<void>();
  const watch: WatchFolder = (root, events) => watchFolder(root, { ...events, ...changed(events) });
  const bench: IntakeBench = await intakeBench({
    start: false,
    rule: { backlog: 'send', group: { key: '^(?<key>[^_]+)_' }, groupQuietSeconds: 1 },
    parts: {
      watch,
      pace: { ...NO_SCANS, probeMs: 30_000 },
      log: (event) => {
        if (event === 'folder.scanned') scans += 1;
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
    scans: () => scans,
    /** Records the next found files only after `go`, as on a slow share. */
    holdNext: () => {
      hold = 'next';
    },
    isHeld: () => hold === 'held',
    go: go.resolve,
  };
}

/** Resolves after the quiet time of a group. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 2_500));

it(
  'a group goes without a scan where events tell of everything',
  needing(needs.wholeTreeEvents),
  async () => {
    const { bench, scans } = await watchedBench();
    const before = scans();
    for (const page of ['card', 'visit']) await bench.put(`1_${page}.pdf`);
    await bench.submitted(1);
    expect(bench.sent()).toEqual([['1_card.pdf', '1_visit.pdf']]);
    expect(scans()).toBe(before);
  },
);

it(
  'events tell of a group only once what they named was looked at',
  needing(needs.wholeTreeEvents),
  async () => {
    const { bench, scans, holdNext, isHeld, go } = await watchedBench();
    const before = scans();
    await bench.put('1_card.pdf', pdf('card'));
    await until(() => bench.rows().length === 1);
    holdNext();
    await bench.put('2_other.pdf');
    await until(isHeld);
    await bench.put('1_visit.pdf', pdf('visit'));
    await quiet();
    go();
    await bench.submitted(2);
    expect(bench.sent().find(([path]) => path?.startsWith('1_'))).toEqual(['1_card.pdf', '1_visit.pdf']);
    expect(scans()).toBe(before);
  },
);

it(
  'a watcher that another watcher replaces, as after the machine slept, is not believed while a scan looks for missed changes',
  needing(needs.wholeTreeEvents),
  async () => {
    let asleep = false;
    const station = await watchedBench(({ onHint }) => ({
      onHint: (path) => {
        if (!asleep) onHint(path);
      },
    }));
    const { bench } = station;
    await bench.put('1_card.pdf', pdf('card'));
    await until(() => bench.rows().length === 1);
    asleep = true;
    await bench.put('1_visit.pdf', pdf('visit'));
    station.holdNext();
    const woken = bench.intake.wake();
    await until(station.isHeld);
    await quiet();
    station.go();
    await woken;
    await until(() => bench.submissions().length > 0);
    expect(bench.sent()).toEqual([['1_card.pdf', '1_visit.pdf']]);
  },
);

it(
  'a watcher that another watcher replaces, as after the machine slept, releases waiting groups as soon as the new watcher works, without another scan',
  needing(needs.wholeTreeEvents),
  async () => {
    const probed = Promise.withResolvers<void>();
    let slow = false;
    const station = await watchedBench(({ onProbe }) => ({
      onProbe: () => void (slow ? probed.promise : Promise.resolve()).then(onProbe),
    }));
    const { bench } = station;
    slow = true;
    await bench.put('1_card.pdf', pdf('card'));
    await until(() => bench.rows().length === 1);
    const before = station.scans();
    await bench.intake.wake();
    // One scan for the wake, and one for the changes before the new watcher.
    await until(() => station.scans() === before + 2);
    await quiet();
    expect(bench.submissions()).toEqual([]);
    probed.resolve();
    await bench.submitted(1);
    expect(station.scans()).toBe(before + 2);
  },
);
