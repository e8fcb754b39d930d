import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../../src-main/core/clock.ts';
import { refuseWrites, takeWrites } from '../../../support/refused-writes.ts';
import { until } from '../../../support/until.ts';
import { intakeBench } from './intake-bench.ts';

const START_AGAIN_MS = 5_000;

function leasesIn(folder: string): string[] {
  const control = `${folder}/.clearfolder`;
  const names = readdirSync(control).filter((name) => name.startsWith('lease-'));
  return names.map((name) => readFileSync(`${control}/${name}`, 'utf8'));
}

test('I2: a folder whose start fails is kept from other stations until it is started again', async () => {
  let failed = false;
  const leases: string[][] = [];
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => {
      const again = failed && ms === START_AGAIN_MS;
      if (again) leases.push(leasesIn(bench.folder));
      return systemClock.sleep(again ? 20 : ms, signal);
    },
  };
  await using bench = await intakeBench({
    start: false,
    parts: {
      clock,
      log: (event) => {
        failed ||= event === 'engine.fault';
      },
    },
  });
  const { ledger, intake } = bench;
  refuseWrites(ledger, 'UPDATE OF handled_by ON folder');
  const started = intake.start();
  await until(() => leases.length > 0);
  takeWrites(ledger);
  await started;
  expect(leases[0]).toEqual([expect.stringContaining('"released":false')]);
  expect(await intake.guard.mayCreate({ folder_id: 'scans', seq: 1 })).toBe(true);
});
