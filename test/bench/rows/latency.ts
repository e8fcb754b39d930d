import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { p95 } from '../../app/support/page-times.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { benchService } from '../bench-service.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { makeHistory } from '../station/history.ts';
import { stationAtRest } from '../station/station-at-rest.ts';

const KNOWN = 10_000;
const QUIET_MS = 2_000;

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

export const latencyRow: BenchRow = {
  name: 'latency',
  what: `file finished to create request begun, beyond the rule's quietSeconds (${QUIET_MS / 1000} s), files coming one by one`,
  goal: { kind: 'at most', value: 100 },
  run: async ({ rounds, small, say }) => {
    const files = small ? 3 : 100;
    const quietMs = small ? 200 : QUIET_MS;
    await using history = await makeHistory({
      files: small ? 20 : KNOWN,
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
        finished.set(name, await scan(join(history.folders[0]?.path ?? '', name), bytes));
        // Not in step with anything that the program does now and then.
        await sleep(150 + ((n * 37) % 211));
      }
      await service.reached(finished.size);
      const beyond = (await service.creates())
        .filter(({ name }) => name?.startsWith(`SCAN_${round}_`))
        .map(({ name, began_at: began }) => began - (finished.get(name ?? '') ?? Number.NaN) - quietMs);
      samples.push({ side: 'p95', value: p95(beyond) });
      samples.push({ side: 'median', value: median(beyond) });
      samples.push({ side: 'worst', value: Math.max(...beyond) });
      say(`p95 ${p95(beyond)} ms of ${beyond.length} files`);
    }
    return {
      unit: 'ms',
      samples,
      figure: median(ofSide(samples, 'p95')),
      meaning: 'ms beyond the quiet time at p95',
    };
  },
};
