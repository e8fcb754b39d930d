import { expect, test } from 'vitest';
import { type WatchFolder, watchFolder } from '../../../../../src-main/core/folders/watch/watcher.ts';
import { shiftedClock } from '../../../../support/clock.ts';
import { needing, needs } from '../../../../support/machine.ts';
import { until } from '../../../../support/until.ts';
import { intakeBench } from '../intake-bench.ts';

const HOUR_MS = 3_600_000;
/** Longer than the time between two regular scans of a folder whose events are believed. */
const REGULAR_MS = 2 * HOUR_MS;

/** A station whose watcher reports the probe file as long as `tellsProbe` says, and no other file. */
async function deafStation(tellsProbe: () => boolean) {
  const time = shiftedClock();
  const deaf: WatchFolder = (root, events) =>
    watchFolder(root, {
      ...events,
      onHint: () => undefined,
      onProbe: () => tellsProbe() && events.onProbe(),
    });
  const bench = await intakeBench({
    parts: { clock: time.clock, watch: deaf, pace: { fallbackMs: HOUR_MS, probeMs: 500 } },
  });
  await until(() => bench.folderRow()?.watching === 'events' && !bench.intake.busy());
  return { bench, forward: time.forward };
}

test('I1: a file whose event was dropped while the process stood still is found before the next regular scan', {
  ...needing(needs.wholeTreeEvents),
}, async () => {
  const { bench, forward } = await deafStation(() => true);
  await bench.put('unseen.pdf');
  forward(10_000);
  await until(() => bench.row('unseen.pdf') !== undefined, { timeoutMs: 20_000 });
  expect(bench.folderRow()?.watching).toBe('events');
});

test(
  'I1: a probe file without an event leads to a scan at once',
  needing(needs.wholeTreeEvents),
  async () => {
    let [tells, swallowed] = [true, 0];
    const { bench, forward } = await deafStation(() => {
      if (!tells) swallowed += 1;
      return tells;
    });
    tells = false;
    forward(REGULAR_MS);
    // The regular scan has ended, and the test of the watcher runs.
    await until(() => swallowed > 0);
    await bench.put('unseen.pdf');
    await until(() => bench.row('unseen.pdf') !== undefined, { timeoutMs: 20_000 });
  },
);
