import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { byTurns } from '../by-turns.ts';
import { type BenchRow, median, ofSide } from '../row.ts';
import { benchService } from '../service/bench-service.ts';
import { byUndiciLoop, CONCURRENCY } from './send-folder.ts';

const LOOP = 'loop';
const PROCESSES = 2;
const MIB = 1024 * 1024;

/** Creates a second that the service takes from clients that cost next to nothing. */
async function byCheapClients(seconds: number, bytes: number): Promise<number> {
  await using service = await benchService();
  const script = join(import.meta.dirname, '..', 'yardsticks', 'cheap-client.ts');
  const options = {
    url: service.baseUrl,
    secret: service.apiSecret,
    connections: CONCURRENCY,
    bytes,
    seconds,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const counts = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      if (code !== 0) throw new Error(`the cheap client ended with ${code}`);
      return Number(said);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

interface Limit {
  readonly name: string;
  readonly size: string;
  readonly bytes: number;
  /** How many the loop posts. */
  readonly files: number;
}

function limitRow({ name, size, bytes: full, files: many }: Limit): BenchRow {
  return {
    name,
    what: `creates a second (${size}) that the service under load takes from cheap clients, against the bare loop`,
    goal: { kind: 'at-least', value: 1.5 },
    run: async (options) => {
      const [files, bytes, seconds] = options.small ? [20, 64 * 1024, 0.3] : [many, full, 5];
      const samples = await byTurns(
        [
          { side: 'cheap clients', run: () => byCheapClients(seconds, bytes) },
          { side: LOOP, run: async () => files / (await byUndiciLoop({ files, bytes })) },
        ],
        'creates/s',
        options,
      );
      return {
        unit: 'creates/s',
        samples,
        against: LOOP,
        figure: median(ofSide(samples, 'cheap clients')) / median(ofSide(samples, LOOP)),
        meaning: 'times what the loop sends: below 1 the service would be what limits',
        remarks: [`${PROCESSES} processes of ${CONCURRENCY} connections each`],
      };
    },
  };
}

export const serviceLimitRows: readonly BenchRow[] = [
  limitRow({ name: 'service-limit', size: '64 KiB', bytes: 64 * 1024, files: 2_000 }),
  limitRow({ name: 'service-limit-large', size: '20 MiB', bytes: 20 * MIB, files: 40 }),
];
