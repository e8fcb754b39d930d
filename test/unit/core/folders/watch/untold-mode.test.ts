import { expect, test } from 'vitest';
import { watchFolder } from '../../../../../src-main/core/folders/watch/watcher.ts';
import { readFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { refuseWrites, takeWrites } from '../../../../support/refused-writes.ts';
import { until } from '../../../../support/until.ts';
import { intakeBench } from '../intake-bench.ts';

test('a watcher that fails while the ledger takes nothing ends nothing, and how the folder is watched is told later', async () => {
  let fail = () => {};
  let isBroken = false;
  await using bench = await intakeBench({
    start: false,
    rule: { backlog: 'send' },
    parts: {
      pace: { pollMs: 3_600_000, fallbackMs: 3_600_000, probeMs: 30_000 },
      watch: (root, events) => {
        if (isBroken) throw new Error('no more watchers');
        fail = events.onError;
        return watchFolder(root, events);
      },
    },
  });
  const watching = () => readFolder(bench.ledger, 'scans')?.watching;
  await bench.intake.start();
  await until(() => watching() === 'events');
  refuseWrites(bench.ledger, 'UPDATE OF watching ON folder');
  isBroken = true;
  expect(fail).not.toThrow();
  await until(() => !bench.intake.busy());
  expect(watching()).toBe('events');
  takeWrites(bench.ledger);
  await bench.intake.wake();
  await until(() => watching() === 'scan');
});
