import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfDocument } from '../../support/pdf-document.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { benchService } from '../service/bench-service.ts';
import { cannotCountSyncs, countSyncs } from '../station/count-syncs.ts';
import { makeHistory } from '../station/history.ts';
import { cannotLook, written } from '../station/process-figures.ts';
import { stationAtRest } from '../station/station-at-rest.ts';

const KNOWN = 10_000;
const BYTES = 64 * 1024;
const APART_MS = 400;

export const writesRow: BenchRow = {
  name: 'writes',
  what: 'what one submission of 64 KiB writes: many at once, and one by one',
  goal: { kind: 'none' },
  cannotRun: async () => cannotLook(),
  run: async ({ rounds, times, folders, small, say }) => {
    await using history = await makeHistory({
      files: small ? 20 : Math.round(KNOWN * times),
      folders: folders ?? 1,
    });
    const noSyncs = cannotCountSyncs();
    const samples: Sample[] = [];
    let sent = 0;

    async function measure(way: string, files: number, apartMs: number): Promise<void> {
      await using dir = await tempDir('writes');
      await using service = await benchService();
      await using run = await stationAtRest(service, history);
      mkdirSync(dir.at('ready'));
      const names = Array.from({ length: files }, () => `WRITE_${sent++}.pdf`);
      for (const name of names)
        writeFileSync(dir.at('ready', name), pdfDocument({ pages: [`written ${name}`], bytes: BYTES }));
      const syncs = noSyncs === null ? await countSyncs(run.pid) : null;
      const before = written(run.pid);
      for (const [n, name] of names.entries()) {
        renameSync(dir.at('ready', name), history.placeFor(name, n));
        if (apartMs > 0) await sleep(apartMs);
      }
      await service.reached(files);
      // The Task's end is seen by the tracking; then everything about these documents has been written.
      await until(() => run.log().filter(({ event }) => event === 'submission.ended').length >= files, {
        what: 'every submission ended',
      });
      await until(
        () => {
          const seen = run.log().filter(({ event }) => event === 'tracking.cycle');
          return seen.reduce((sum, { fields }) => sum + Number(fields['changed']), 0) >= files;
        },
        { what: 'every Task seen completed', everyMs: 200 },
      );
      const after = written(run.pid);
      const each = (value: number) => value / files;
      if (syncs !== null) samples.push({ side: `fsyncs, ${way}`, value: each(await syncs()) });
      samples.push({ side: `write calls, ${way}`, value: each(after.calls - before.calls) });
      samples.push({ side: `KiB to disk, ${way}`, value: each(after.toDisk - before.toDisk) / 1024 });
      await run.running.stop();
      for (const [n, name] of names.entries()) rmSync(history.placeFor(name, n));
    }

    for (let round = 0; round < rounds; round += 1) {
      await measure('at once', small ? 5 : 1_000, 0);
      await measure('one by one', small ? 2 : 50, APART_MS);
      say(`round ${round + 1} of ${rounds}`);
    }
    const figureOf = noSyncs === null ? 'fsyncs, one by one' : 'write calls, one by one';
    return {
      unit: 'each',
      samples,
      figure: median(ofSide(samples, figureOf)),
      meaning: `${figureOf}, for each document`,
      remarks: [
        `from found to seen completed: the copy in the spool, the ledger, the claim, the log; ${history.told} were sent before`,
        ...(noSyncs === null ? [] : [`fsyncs not counted: ${noSyncs}`]),
      ],
    };
  },
};
