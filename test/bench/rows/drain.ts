import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { pdfDocument } from '../../support/pdf-document.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { type BenchService, benchService } from '../service/bench-service.ts';
import { benchStation } from '../station/bench-station.ts';
import { makeHistory } from '../station/history.ts';

const KNOWN = 10_000;
/** The most that the settings allow; the other files wait in the outbox. */
const UNDER_WAY = 32;
const FULL = { files: 50, bytes: 2 * 1024 * 1024, slowest: 32 * 1024, soon: 768 * 1024 };
const TINY = { files: 4, bytes: 256 * 1024, slowest: 128 * 1024, soon: 256 * 1024 };
const HOPELESS = 'uploads that take longer';
const SOON = 'uploads that end soon';

/** Every file exactly once at the service, or an error that says which is not. */
async function assertOnce(service: BenchService, names: readonly string[]): Promise<void> {
  const taken = (await service.creates()).map(({ name }) => name);
  const wrong = names.filter((name) => taken.filter((one) => one === name).length !== 1);
  if (wrong.length > 0) throw new Error(`not exactly once at the service: ${wrong.join(', ')}`);
}

export const drainRow: BenchRow = {
  name: 'drain',
  what: 'SIGTERM with 50 uploads begun or waiting, to the end of the process; then a start, and each file is at the service once',
  goal: { kind: 'none' },
  run: async ({ rounds, times, folders, small, say }) => {
    const load = small ? TINY : FULL;
    const underWay = Math.min(UNDER_WAY, load.files);
    await using history = await makeHistory({
      files: small ? 20 : Math.round(KNOWN * times),
      folders: folders ?? 1,
    });

    async function drain(bytesPerSecond: number): Promise<number> {
      await using dir = await tempDir('drain');
      await using service = await benchService();
      const { port, pathname } = new URL(service.baseUrl);
      await using line = await startTcpProxy({ targetPort: Number(port) });
      await using station = await benchStation({
        service: { baseUrl: `http://127.0.0.1:${line.port}${pathname}`, apiSecret: service.apiSecret },
        folders: history.folders,
        concurrency: UNDER_WAY,
        // Longer than a drain, so that it does not end the uploads; the quarantine of what was cut off follows it.
        idleTimeoutSeconds: 15,
        begin: history.template,
      });
      await using run = station.start();
      await run.rest();
      mkdirSync(dir.at('ready'));
      const names = Array.from({ length: load.files }, (_, n) => `DRAIN_${n}.pdf`);
      for (const name of names)
        writeFileSync(dir.at('ready', name), pdfDocument({ pages: [`drained ${name}`], bytes: load.bytes }));
      line.add({ kind: 'bandwidth', bytesPerSecond }, { direction: 'up' });
      for (const [n, name] of names.entries()) renameSync(dir.at('ready', name), history.placeFor(name, n));
      await until(() => line.connections().filter(({ up }) => up > 8 * 1024).length >= underWay, {
        what: `${underWay} uploads under way`,
      });
      const asked = performance.now();
      const { code } = await run.running.stop('SIGTERM');
      const seconds = (performance.now() - asked) / 1000;
      if (code !== 0) throw new Error(`it ended with ${code}: ${run.running.text()}`);
      line.clear();
      await using again = station.start();
      await service.reached(load.files);
      await again.running.stop();
      await assertOnce(service, names);
      for (const [n, name] of names.entries()) rmSync(history.placeFor(name, n));
      return seconds;
    }

    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const [side, rate] of [
        [SOON, load.soon],
        [HOPELESS, load.slowest],
      ] as const) {
        const value = await drain(rate);
        say(`${side}: ${value.toFixed(2)} s`);
        samples.push({ side, value });
      }
    }
    return {
      unit: 's',
      samples,
      figure: median(ofSide(samples, HOPELESS)),
      meaning: 's until the process ended, where uploads do not end in time',
      remarks: [
        `${underWay} uploads under way (the most that the settings allow), the others waiting; ${history.told} were sent before`,
        'after each, a new start sent what was left, and every file was at the service exactly once',
      ],
    };
  },
};
