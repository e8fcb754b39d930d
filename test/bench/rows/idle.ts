import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { benchService } from '../service/bench-service.ts';
import type { BenchRun } from '../station/bench-station.ts';
import { makeHistory } from '../station/history.ts';
import { cannotLook, cpuSeconds, memoryMib, switches, written } from '../station/process-figures.ts';
import { stationAtRest } from '../station/station-at-rest.ts';

const FILES = 100_000;
const FOLDERS = 10;
const WINDOW_MS = 60_000;
/** What a start leaves to be done a little later. */
const AFTER_START_MS = 10_000;
const HOUR_S = 3_600;

export const idleRow: BenchRow = {
  name: 'idle',
  what: 'idle with 10 folders and 100,000 files, for a minute each time',
  goal: { kind: 'at-most', value: 1 },
  cannotRun: async () => cannotLook(),
  run: async ({ rounds, times, folders, small, say }) => {
    await using history = await makeHistory({
      files: small ? 40 : Math.round(FILES * times),
      folders: folders ?? (small ? 2 : Math.round(FOLDERS * times)),
    });
    await using service = await benchService();
    await using run = await stationAtRest(service, history);
    await sleep(small ? 0 : AFTER_START_MS);
    const samples: Sample[] = [];
    const copy = small ? null : await theCopy(run);
    if (copy !== null) {
      samples.push({ side: 'copy of the ledger, once an hour: processor time (s)', value: copy.cpu });
      samples.push({ side: 'copy of the ledger, once an hour: MiB to disk', value: copy.mib });
    }
    for (let round = 0; round < rounds; round += 1) {
      const begun = {
        at: performance.now(),
        cpu: cpuSeconds(run.pid),
        ...switches(run.pid),
        ...written(run.pid),
      };
      await sleep(small ? 500 : WINDOW_MS);
      const seconds = (performance.now() - begun.at) / 1000;
      const cpu = ((cpuSeconds(run.pid) - begun.cpu) / seconds) * 100;
      const { voluntary, involuntary } = switches(run.pid);
      const { toDisk } = written(run.pid);
      samples.push({ side: 'of one core (%)', value: cpu });
      samples.push({ side: 'wake-ups a second', value: (voluntary - begun.voluntary) / seconds });
      samples.push({ side: 'pushed off a second', value: (involuntary - begun.involuntary) / seconds });
      samples.push({ side: 'KiB to disk a minute', value: ((toDisk - begun.toDisk) / 1024 / seconds) * 60 });
      samples.push({ side: 'MiB resident', value: memoryMib(run.pid).now });
      say(`${cpu.toFixed(2)} % of one core`);
    }
    return {
      unit: '',
      samples,
      figure: median(ofSide(samples, 'of one core (%)')) + ((copy?.cpu ?? 0) / HOUR_S) * 100,
      meaning: '% of one core, the hourly copy of the ledger spread over its hour',
      remarks: [`${history.told} that were sent before, watched by events; no Task is open`],
    };
  },
};

/** What the first copy of the ledger takes, some two minutes after a start, and all that goes on until it is made. */
async function theCopy(run: BenchRun): Promise<{ cpu: number; mib: number }> {
  const before = { cpu: cpuSeconds(run.pid), kib: written(run.pid).toDisk / 1024 };
  await until(() => run.log().some(({ event }) => event === 'ledger.backup'), {
    timeoutMs: 900_000,
    everyMs: 200,
    what: 'the copy of the ledger',
  });
  return {
    cpu: cpuSeconds(run.pid) - before.cpu,
    mib: (written(run.pid).toDisk / 1024 - before.kib) / 1024,
  };
}
