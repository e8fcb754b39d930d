import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { benchService } from '../bench-service.ts';
import { cpuSeconds } from '../processor-time.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import type { BenchRun } from '../station/bench-station.ts';
import { makeHistory } from '../station/history.ts';
import { stationAtRest } from '../station/station-at-rest.ts';

const FILES = 100_000;
const FOLDERS = 10;
const WINDOW_MS = 60_000;
/** What a start leaves to be done a little later. */
const AFTER_START_MS = 10_000;
const HOUR_S = 3_600;
const AT_REST = 'at rest';
const COPY = 'the hourly copy of the ledger, spread over its hour';

export const idleRow: BenchRow = {
  name: 'idle',
  what: 'processor time with 10 folders and 100,000 files at rest, for a minute each time',
  goal: { kind: 'at most', value: 1 },
  cannotRun: () => (process.platform === 'linux' ? null : 'only Linux tells the processor time of a process'),
  run: async ({ rounds, small, say }) => {
    await using history = await makeHistory({ files: small ? 40 : FILES, folders: small ? 2 : FOLDERS });
    await using service = await benchService();
    await using run = await stationAtRest(service, history);
    await sleep(small ? 0 : AFTER_START_MS);
    const copy = small ? 0 : (await secondsOfCopy(run)) / HOUR_S;
    const samples: Sample[] = [{ side: COPY, value: copy * 100 }];
    for (let round = 0; round < rounds; round += 1) {
      const begun = { at: performance.now(), cpu: cpuSeconds(run.pid) };
      await sleep(small ? 500 : WINDOW_MS);
      const seconds = (performance.now() - begun.at) / 1000;
      const value = ((cpuSeconds(run.pid) - begun.cpu) / seconds) * 100;
      samples.push({ side: AT_REST, value });
      say(`${value.toFixed(2)} % of one core`);
    }
    return {
      unit: '%',
      samples,
      figure: median(ofSide(samples, AT_REST)) + copy * 100,
      meaning: '% of one core, the copy included',
    };
  },
};

/** What the first copy of the ledger takes, some two minutes after a start, and all that goes on until it is made. */
async function secondsOfCopy(run: BenchRun): Promise<number> {
  const before = cpuSeconds(run.pid);
  await until(() => run.log().some(({ event }) => event === 'ledger.backup'), {
    timeoutMs: 900_000,
    everyMs: 200,
    what: 'the copy of the ledger',
  });
  return cpuSeconds(run.pid) - before;
}
