import { parseArgs } from 'node:util';
import { setup } from '../support/build.ts';
import { killStorm } from './kills.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    files: { type: 'string', default: '500' },
    faults: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(performance.timeOrigin)) },
  },
});

setup();
const report = await killStorm({
  kills: Number(values.kills),
  files: Number(values.files),
  seed: Number(values.seed),
  faults: values.faults,
});
process.stdout.write(`${JSON.stringify({ ...report, seed: Number(values.seed) }, null, 2)}\n`);
