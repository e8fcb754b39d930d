import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfDocument } from '../../support/pdf-document.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { benchService } from '../service/bench-service.ts';
import { makeHistory } from '../station/history.ts';
import { stationAtRest } from '../station/station-at-rest.ts';

const KNOWN = 10_000;
const QUIET_MS = 2_000;
const P95 = 0.95;

/** Writes a file as a scanner does: opened, a part, a pause, the rest. Gives when it was finished. */
async function scan(path: string, bytes: Buffer): Promise<number> {
  const file = openSync(path, 'w');
  try {
    writeSync(file, bytes.subarray(0, bytes.length / 2));
    await sleep(20);
    writeSync(file, bytes.subarray(bytes.length / 2));
  } finally {
    closeSync(file);
  }
  return Date.now();
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

export const latencyRow: BenchRow = {
  name: 'latency',
  what: `file finished to create request begun, beyond the rule's quietSeconds (${QUIET_MS / 1000} s), files coming one by one`,
  goal: { kind: 'at-most', value: 250 },
  run: async ({ rounds, times, folders, small, say }) => {
    const files = small ? 3 : 100;
    const quietMs = small ? 200 : QUIET_MS;
    await using history = await makeHistory({
      files: small ? 20 : Math.round(KNOWN * times),
      folders: folders ?? 1,
      quietSeconds: quietMs / 1000,
    });
    await using service = await benchService();
    await using _run = await stationAtRest(service, history);
    const samples: Sample[] = [];
    const finished = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      for (let n = 0; n < files; n += 1) {
        const name = `SCAN_${round}_${n}.pdf`;
        const bytes = pdfDocument({ pages: [`scanned as ${name}`], bytes: 64 * 1024 });
        finished.set(name, await scan(history.placeFor(name, n), bytes));
        // Not in step with anything that the program does now and then.
        await sleep(150 + ((n * 37) % 211));
      }
      await service.reached(finished.size);
      const beyond = (await service.creates())
        .filter(({ name }) => name?.startsWith(`SCAN_${round}_`))
        .map(({ name, began_at: began }) => began - (finished.get(name ?? '') ?? Number.NaN) - quietMs);
      const p95 = quantile(beyond, P95);
      samples.push({ side: 'p95', value: p95 });
      samples.push({ side: 'median', value: quantile(beyond, 0.5) });
      samples.push({ side: 'worst', value: Math.max(...beyond) });
      say(`p95 ${p95} ms of ${beyond.length} files`);
    }
    return {
      unit: 'ms',
      samples,
      figure: median(ofSide(samples, 'p95')),
      meaning: 'ms beyond the quiet time at p95',
      remarks: [
        `${history.told} were sent before; begun is when the service had the head of the request, by the clock of the same machine`,
      ],
    };
  },
};
