import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import { recordTask } from '../../../src-main/core/ledger/tasks.ts';
import { shiftedClock } from '../../support/clock.ts';
import { tempDir } from '../../support/temp-dir.ts';
import type { BenchRow, Sample } from '../row.ts';
import { benchService } from '../service/bench-service.ts';
import { benchTracker } from '../station/bench-tracker.ts';

const OPEN = 10_000;
const CHANGED = [0, 7, 399];
const FEW_CHANGED = [0, 7];
/** Between two cycles, by the default setting; time is put forward so much. */
const APART_MS = 15_000;
/** Between the creation of two of the Tasks. */
const CREATED_APART_MS = 1_000;
const allowed = (changed: number) => 2 + changed / 200 + changed;

export const cycleRow: BenchRow = {
  name: 'cycle',
  what: 'one tracking cycle with 10,000 open Tasks, k of them changed: requests, of 2 + k/200 + k',
  goal: { kind: 'at-most', value: 1 },
  run: async ({ rounds, times, small, say }) => {
    const open = small ? 500 : Math.round(OPEN * times);
    await using dir = await tempDir('cycle');
    await using service = await benchService({ pending: true });
    const { clock, forward } = shiftedClock();
    const ledger = openLedger({ path: dir.at('ledger.db'), key: 'ab'.repeat(32), now: clock.now });
    const { client, tracker } = benchTracker(service, ledger, clock);
    const samples: Sample[] = [];
    let worst = 0;
    try {
      const since = new Date(clock.now() - (open + 60) * CREATED_APART_MS);
      const tasks = await service.seed(open, since, CREATED_APART_MS);
      ledger.transaction(() => {
        for (const task of tasks) recordTask(ledger, task, { mine: true, seenAt: clock.now() });
      });
      const later = async () => {
        forward(APART_MS);
        await service.setClock(new Date(clock.now()));
      };
      /** What changed a moment ago is listed once more, since it could be followed by something with an earlier date. */
      const calmDown = async () => {
        for (let cycle = 0; cycle < 3; cycle += 1) {
          await later();
          await tracker.cycle();
        }
      };
      let moved = 0;
      for (let round = 0; round < rounds; round += 1) {
        for (const k of small ? FEW_CHANGED : CHANGED) {
          await calmDown();
          await service.move({ count: k, skip: moved, status: 'waiting' });
          moved += k;
          await later();
          const begun = { at: performance.now(), cpu: process.cpuUsage() };
          const report = await tracker.cycle();
          const { user, system } = process.cpuUsage(begun.cpu);
          const ms = performance.now() - begun.at;
          if (report.changed.length !== k) throw new Error(`${report.changed.length} changes seen of ${k}`);
          samples.push({ side: `k = ${k}: requests`, value: report.requests });
          samples.push({ side: `k = ${k}: ms`, value: ms });
          samples.push({ side: `k = ${k}: ms of processor time`, value: (user + system) / 1000 });
          worst = Math.max(worst, report.requests / allowed(k));
          say(`k = ${k}: ${report.requests} requests of ${allowed(k).toFixed(2)}, ${ms.toFixed(0)} ms`);
        }
      }
    } finally {
      await client.close();
      ledger.close();
    }
    return {
      unit: '',
      samples,
      figure: worst,
      meaning: 'of the requests allowed, at worst',
      remarks: [
        `${open} open Tasks, all of this station; the times hold those of the service in its own process`,
        'not in it: the page of all Tasks that is read once an hour, and the look at what was cleared every ten minutes',
      ],
    };
  },
};
