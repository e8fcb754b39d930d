import { expect, test } from 'vitest';
import { createListening } from '../../../src-main/core/installation/listening.ts';
import { silentLog } from '../../../src-main/core/log/events.ts';
import type { FolderState } from '../../../src-main/core/stations/stations.ts';
import { clockWithWaits } from '../../support/clock.ts';
import { leaseOf } from '../../support/lease-of.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { intakeBench } from './folders/intake-bench.ts';

/* A ledger that fails once, as a full or busy disk does, must end nothing that runs for as long as the program. */

test('I8: a folder whose start failed is watched as soon as the ledger can be written again', async () => {
  await using bench = await intakeBench({ start: false, rule: { backlog: 'send' } });
  const { db } = bench.ledger;
  db.exec(`CREATE TEMP TRIGGER disk BEFORE UPDATE ON folder BEGIN SELECT RAISE(FAIL, 'struck'); END`);
  await bench.intake.start();
  await bench.put('a.pdf');
  expect(bench.submissions()).toHaveLength(0);
  db.exec('DROP TRIGGER disk');
  await bench.submitted(1);
});

test('a lease whose news could not be kept tells them again', async () => {
  await using dir = await tempDir('lease');
  const told: FolderState['kind'][] = [];
  const faults: unknown[] = [];
  const lease = leaseOf({
    root: dir.path,
    onChange: ({ kind }) => {
      if (faults.length === 0) throw new Error('struck');
      told.push(kind);
    },
    onFault: (error) => faults.push(error),
  });
  await lease.start();
  await until(() => told.length > 0);
  await lease.stop(() => false);
  expect(told).toEqual(['mine']);
  expect(faults).toHaveLength(1);
});

test('what another process asks is carried out although an attempt failed, or wished for another; without news, nothing is read', async () => {
  let calls = 0;
  let callsBeside = 0;
  const listening = createListening({
    clock: clockWithWaits((ms) => Math.min(ms, 20)),
    log: silentLog,
    listeners: [
      async () => {
        calls += 1;
        if (calls === 1) throw new Error('struck');
        return calls === 2;
      },
      async () => {
        callsBeside += 1;
        return false;
      },
    ],
  });
  listening.start();
  await until(() => calls === 3);
  listening.look();
  await until(() => calls === 4);
  await listening.stop();
  // A fault of one, or its wish, keeps nothing from the other.
  expect([calls, callsBeside]).toEqual([4, 4]);
});
