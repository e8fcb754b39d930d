import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setup } from '../support/build.ts';
import { jsonOf, type RowResult, tableOf } from './report.ts';
import type { BenchRow, RunOptions } from './row.ts';
import { appRows } from './rows/app.ts';
import { engineRows } from './rows/index.ts';

/* `npm run bench -- [ROW...] [--rounds N] [--times N] [--small] [--json FILE]`: every row, or those that are named. */

const ROWS: readonly BenchRow[] = [...engineRows, ...appRows];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    times: { type: 'string', default: '1' },
    small: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const unknown = positionals.find((name) => !ROWS.some((row) => row.name === name));
if (unknown !== undefined)
  throw new Error(`no row is called ${unknown}; there are: ${ROWS.map(({ name }) => name).join(', ')}`);
const chosen = positionals.length === 0 ? ROWS : ROWS.filter(({ name }) => positionals.includes(name));

setup();
const options: RunOptions = {
  rounds: Number(values.rounds),
  times: Number(values.times),
  small: values.small,
  say: (line) => process.stdout.write(`  ${line}\n`),
};

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
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify(jsonOf(results, options, new Date()), null, 2)}\n`);
}
process.stdout.write(`\n${tableOf(results)}\n`);
