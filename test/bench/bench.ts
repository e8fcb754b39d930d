import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { inspect, parseArgs } from 'node:util';
import { z } from 'zod';
import { setup } from '../support/build.ts';
import { type Outcome, rowText } from './report.ts';
import type { BenchRow, RunOptions } from './row.ts';
import { appRows } from './rows/app.ts';
import { idleRow } from './rows/idle.ts';
import { latencyRow } from './rows/latency.ts';
import { patternsRow } from './rows/patterns.ts';
import { sendRows } from './rows/send.ts';
import { startRow } from './rows/start.ts';
import { stationsRow } from './rows/stations.ts';
import { thousandStationsRow } from './rows/thousand-stations.ts';

/** What a run measures and on what, in one line: figures of different machines are not compared. */
function machineLine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const processor = `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}`;
  return `${commit()}, ${processor}, ${memory} GiB, ${type()} ${release()}, Node ${process.versions.node}`;
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'no commit';
  }
}

/* `npm run bench -- [ROW...] [--rounds N] [--small]`: every row, or those that are named. */

const ROWS: readonly BenchRow[] = [
  ...sendRows,
  latencyRow,
  startRow,
  ...appRows,
  idleRow,
  patternsRow,
  stationsRow,
  thousandStationsRow,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, small: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !ROWS.some((row) => row.name === name));
if (unknown !== undefined)
  throw new Error(`no row is called ${unknown}; there are: ${ROWS.map(({ name }) => name).join(', ')}`);
const chosen = positionals.length === 0 ? ROWS : ROWS.filter(({ name }) => positionals.includes(name));

const options: RunOptions = {
  rounds: z.coerce.number().int().min(1).parse(values.rounds),
  small: values.small,
  say: (line) => process.stdout.write(`  ${line}\n`),
};
setup();
// Asked before the run: the commit may be another one after the run.
const machine = machineLine();

async function outcomeOf(row: BenchRow): Promise<Outcome> {
  const skipped = row.cannotRun?.() ?? null;
  if (skipped !== null) return { skipped };
  try {
    return await row.run(options);
  } catch (error) {
    process.exitCode = 1;
    return { failed: inspect(error) };
  }
}

const texts: string[] = [];
for (const row of chosen) {
  process.stdout.write(`${row.name}: ${row.what}\n`);
  texts.push(rowText(row, await outcomeOf(row)));
}
process.stdout.write(`\n${machine}\n${texts.join('\n')}\n`);
