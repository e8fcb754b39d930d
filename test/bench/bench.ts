import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setup } from '../support/build.ts';
import { jsonOf, type RowResult, tableOf } from './report.ts';
import type { BenchRow } from './row.ts';
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
const results: RowResult[] = [];
for (const row of chosen) {
  process.stdout.write(`${row.name}: ${row.what}\n`);
  const skipped = (await row.cannotRun?.()) ?? null;
  const outcome =
    skipped === null
      ? await row.run({
          rounds: Number(values.rounds),
          times: Number(values.times),
          small: values.small,
          say: (line) => process.stdout.write(`  ${line}\n`),
        })
      : { skipped };
  results.push({ row, outcome });
}
process.stdout.write(`\n${tableOf(results)}\n`);
if (values.json !== undefined) {
  const json = JSON.stringify(jsonOf(results, Number(values.times), new Date()), null, 2);
  writeFileSync(values.json, `${json}\n`);
}
