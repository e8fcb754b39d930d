import { parseArgs } from 'node:util';
import { z } from 'zod';
import { setup } from '../support/build.ts';
import { commitIn, lineOf, thisMachine } from './machine.ts';
import { jsonOf, type RowResult, tableOf } from './report.ts';
import { RESULTS_FILE, writeResults } from './results-file.ts';
import type { BenchRow, RunOptions } from './row.ts';
import { appRows } from './rows/app.ts';
import { engineRows } from './rows/index.ts';

/* `npm run bench -- [ROW...] [--rounds N] [--times N] [--folders N] [--small] [--json FILE]`: every row, or those that are named. */

const ROWS: readonly BenchRow[] = [...engineRows, ...appRows];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    times: { type: 'string', default: '1' },
    small: { type: 'boolean', default: false },
    folders: { type: 'string' },
    json: { type: 'string', default: RESULTS_FILE },
  },
});
const unknown = positionals.find((name) => !ROWS.some((row) => row.name === name));
if (unknown !== undefined)
  throw new Error(`no row is called ${unknown}; there are: ${ROWS.map(({ name }) => name).join(', ')}`);
const chosen = positionals.length === 0 ? ROWS : ROWS.filter(({ name }) => positionals.includes(name));

const howMany = z.coerce.number().int().min(1);
const options: RunOptions = {
  rounds: howMany.parse(values.rounds),
  times: z.coerce.number().positive().parse(values.times),
  folders: values.folders === undefined ? null : howMany.parse(values.folders),
  small: values.small,
  say: (line) => process.stdout.write(`  ${line}\n`),
};
setup();
// Asked before the run: whoever works goes on committing during it.
const place = { at: new Date(), commit: commitIn(import.meta.dirname), machine: thisMachine() };

async function outcomeOf(row: BenchRow): Promise<RowResult['outcome']> {
  const skipped = (await row.cannotRun?.()) ?? null;
  if (skipped !== null) return { skipped };
  try {
    return await row.run(options);
  } catch (error) {
    // What the other rows measured is not thrown away for it.
    process.exitCode = 1;
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

const results: RowResult[] = [];
for (const row of chosen) {
  process.stdout.write(`${row.name}: ${row.what}\n`);
  results.push({ row, outcome: await outcomeOf(row) });
  writeResults(values.json, jsonOf(results, options, place));
}
process.stdout.write(`\n${lineOf(place.machine)}\n${tableOf(results)}\nAs JSON: ${values.json}\n`);
