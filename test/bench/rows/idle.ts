import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { benchService } from '../service/bench-service.ts';
import { makeHistory } from '../station/history.ts';
import { cannotLook, cpuSeconds, memoryMib, switches, written } from '../station/process-figures.ts';
import { stationAtRest } from '../station/station-at-rest.ts';

const FILES = 100_000;
const FOLDERS = 10;
const WINDOW_MS = 60_000;
/** What a start leaves to be done a little later. */
const AFTER_START_MS = 10_000;

export const idleRow: BenchRow = {
  name: 'idle',
  what: 'idle with 10 folders and 100,000 files, for a minute each time',
  goal: { kind: 'at-most', value: 1 },
  cannotRun: async () => cannotLook(),
  run: async ({ rounds, times, small, say }) => {
    await using history = await makeHistory({
      files: small ? 40 : Math.round(FILES * times),
      folders: small ? 2 : FOLDERS,
    });
    await using service = await benchService();
    await using run = await stationAtRest(service, history);
    await sleep(small ? 0 : AFTER_START_MS);
    const samples: Sample[] = [];
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
      figure: median(ofSide(samples, 'of one core (%)')),
      meaning: '% of one core',
      remarks: [
        `${history.files} files that were sent before, watched by events; no Task is open`,
        'one of the minutes may hold the copy of the ledger that is made once a day, soon after a start',
      ],
    };
  },
};
