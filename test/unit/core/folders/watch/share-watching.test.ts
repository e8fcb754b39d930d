import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { createVerifiedWatch } from '../../../../../src-main/core/folders/watch/verified-watch.ts';
import {
  eventsTellAll,
  type WatchFolder,
  watchFolder,
} from '../../../../../src-main/core/folders/watch/watcher.ts';
import { readFolder, type Watching } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { directCalls, threadedCalls } from '../../../../../src-main/core/share-io/file-calls.ts';
import { folderCalls } from '../../../../../src-main/core/share-io/folder-calls.ts';
import { needing, needs } from '../../../../support/machine.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from '../intake-bench.ts';

const onShare = folderCalls({ isLocal: async () => false });
const watchingOf = (bench: { ledger: Parameters<typeof readFolder>[0] }) =>
  readFolder(bench.ledger, 'scans')?.watching;
/** No walk comes by itself. */
const NO_WALKS = { pollMs: 3_600_000, fallbackMs: 3_600_000 };

test('where the server of a share tells of what others write, and where only this machine does', () => {
  expect(eventsTellAll(threadedCalls, 'win32')).toBe(true);
  expect(eventsTellAll(threadedCalls, 'darwin')).toBe(true);
  expect(eventsTellAll(threadedCalls, 'linux')).toBe(false);
  expect(eventsTellAll(directCalls, 'linux')).toBe(true);
});

describe('a share on Linux, which tells of what this machine writes', needing(needs.linux), () => {
  it('is looked at as if its rule said so, and says that: what others write is found', async () => {
    let probes = 0;
    // Of what others write it says nothing.
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
    await writeFile(bench.at('of-another.pdf'), pdf('of another machine'));
    await until(() => bench.submissions().length === 1);
    expect(watchingOf(bench)).toBe('poll');
    // Nothing is written there to try what would prove nothing.
    expect(probes).toBe(0);
    expectAccountAddsUp(bench, 1);
  });

  it('what it tells of is looked at at once all the same', async () => {
    await using bench = await intakeBench({ parts: { callsAt: onShare, pace: NO_WALKS } });
    await until(() => watchingOf(bench) === 'poll' && !bench.intake.busy());
    await writeFile(bench.at('own.pdf'), pdf('own'));
    await until(() => bench.submissions().length === 1);
  });

  it('is not watched anew by every look', async () => {
    let [opened, walks] = [0, 0];
    const impossible: WatchFolder = () => {
      opened += 1;
      throw new Error('no watches are left');
    };
    await using bench = await intakeBench({
      parts: {
        callsAt: onShare,
        watch: impossible,
        log: (event) => {
          if (event === 'folder.scanned') walks += 1;
        },
      },
    });
    await until(() => walks >= 5);
    expect(watchingOf(bench)).toBe('poll');
    expect(opened).toBe(1);
  });
});

describe('a watcher', () => {
  async function keeperIn(root: string, watch: WatchFolder, probeMs: number) {
    const modes: Watching[] = [];
    const stop = new AbortController();
    const keeper = createVerifiedWatch({
      root,
      calls: () => directCalls,
      stationId: 'station-1',
      belonging: () => ({ environment: 'production', organisation: null }),
      clock: systemClock,
      probeMs,
      watch,
      emit: (news) => {
        if (news.kind === 'mode') modes.push(news.mode);
      },
      onFault: () => undefined,
    });
    return {
      keeper,
      modes,
      signal: stop.signal,
      [Symbol.asyncDispose]: async () => {
        stop.abort();
        await keeper.close();
      },
    };
  }

  it('that cannot be tested is not believed, and left as it is; it is when it can be', async () => {
    await using dir = await tempDir('watched');
    await using one = await keeperIn(dir.path, watchFolder, 1_000);
    const { keeper, signal } = one;
    // As in a folder that cannot be written to.
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

  it('that is silent is dead', async () => {
    await using dir = await tempDir('watched');
    await mkdir(dir.at('.clearfolder'));
    const silent: WatchFolder = (_root, { onReady }) => {
      onReady();
      return { close: () => undefined };
    };
    await using one = await keeperIn(dir.path, silent, 50);
    await one.keeper.open(one.signal);
    expect([one.keeper.mode, one.keeper.completeSince, one.keeper.isDead]).toEqual(['scan', null, true]);
  });

  it('that is still tried is not dead: begun anew by each walk, it would never be found to work', async () => {
    await using dir = await tempDir('watched');
    await mkdir(dir.at('.clearfolder'));
    let tell: () => void = () => undefined;
    const slow: WatchFolder = (_root, { onReady, onProbe }) => {
      tell = onProbe;
      onReady();
      return { close: () => undefined };
    };
    await using one = await keeperIn(dir.path, slow, 30_000);
    const opened = one.keeper.open(one.signal);
    await until(async () => (await readdir(dir.at('.clearfolder'))).length === 1);
    expect([one.keeper.completeSince, one.keeper.isDead]).toEqual([null, false]);
    tell();
    await opened;
    expect([one.keeper.mode, one.keeper.isDead]).toEqual(['events', false]);
    expect(one.keeper.completeSince).not.toBeNull();
  });

  it('that is set up late is believed then, and not before', async () => {
    await using dir = await tempDir('watched');
    await mkdir(dir.at('.clearfolder'));
    let ready: () => void = () => undefined;
    const late: WatchFolder = (root, events) =>
      watchFolder(root, {
        ...events,
        onReady: () => {
          ready = events.onReady;
        },
      });
    await using one = await keeperIn(dir.path, late, 500);
    await one.keeper.open(one.signal);
    expect([one.keeper.mode, one.keeper.completeSince, one.keeper.isDead]).toEqual(['scan', null, true]);
    ready();
    await until(() => one.keeper.mode === 'events');
    expect(one.keeper.completeSince).not.toBeNull();
    expect(one.keeper.isDead).toBe(false);
  });
});
