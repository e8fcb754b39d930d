import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { pdfDocument } from '../../support/pdf-document.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { benchService } from '../service/bench-service.ts';
import { makeHistory } from '../station/history.ts';
import { cannotLook, forgetPeak, memoryMib } from '../station/process-figures.ts';
import { stationAtRest } from '../station/station-at-rest.ts';

const FULL = { files: 20, bytes: 200 * 1024 * 1024 };
const TINY = { files: 2, bytes: 1024 * 1024 };
const KNOWN = 10_000;
const GROWTH = 'growth';

/** A document with a hole in the middle: it takes no room on the disk, and is read and sent like any other. */
function bigDocument(path: string, about: string, bytes: number): void {
  const small = pdfDocument({ pages: [about] });
  const file = openSync(path, 'w');
  try {
    writeSync(file, small);
    ftruncateSync(file, bytes - small.length);
    writeSync(file, small, 0, small.length, bytes - small.length);
  } finally {
    closeSync(file);
  }
}

export const memoryRow: BenchRow = {
  name: 'memory',
  what: 'growth of resident memory while 20 files of 200 MiB are sent',
  goal: { kind: 'at-most', value: 64 },
  cannotRun: async () => cannotLook(),
  run: async ({ rounds, times, folders, small, say }) => {
    const { files, bytes } = small ? TINY : FULL;
    await using history = await makeHistory({
      files: small ? 20 : Math.round(KNOWN * times),
      folders: folders ?? 1,
    });
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using dir = await tempDir('big');
      await using service = await benchService();
      await using run = await stationAtRest(service, history);
      mkdirSync(dir.at('ready'));
      const names = Array.from({ length: files }, (_, n) => `BIG_${n}.pdf`);
      for (const name of names) bigDocument(dir.at('ready', name), `big ${round} ${name}`, bytes);
      forgetPeak(run.pid);
      const before = memoryMib(run.pid).now;
      const begun = Date.now();
      for (const [n, name] of names.entries()) renameSync(dir.at('ready', name), history.placeFor(name, n));
      const ended = await service.reached(files);
      const { peak } = memoryMib(run.pid);
      await run.running.stop();
      for (const [n, name] of names.entries()) rmSync(history.placeFor(name, n));
      samples.push({ side: GROWTH, value: peak - before });
      samples.push({ side: 'before', value: before });
      samples.push({ side: 'peak', value: peak });
      const rate = (files * bytes) / 2 ** 20 / ((ended - begun) / 1000);
      say(`from ${before.toFixed(0)} to ${peak.toFixed(0)} MiB, at ${rate.toFixed(0)} MiB/s`);
    }
    return {
      unit: 'MiB',
      samples,
      figure: median(ofSide(samples, GROWTH)),
      meaning: 'MiB more than at rest',
      remarks: [`${history.told} were sent before; the files have holes, their copies in the spool do not`],
    };
  },
};
