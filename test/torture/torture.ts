import { parseArgs } from 'node:util';
import { setup } from '../support/build.ts';
import { killStorm } from './kills.ts';
import { twoStationsStorm } from './two-stations.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    files: { type: 'string', default: '500' },
    stations: { type: 'string', default: '1' },
    faults: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(performance.timeOrigin)) },
  },
});

setup();
const [kills, files, seed] = [Number(values.kills), Number(values.files), Number(values.seed)];
const report =
  values.stations === '2'
    ? await twoStationsStorm({ kills, files, seed })
    : await killStorm({ kills, files, seed, faults: values.faults });
process.stdout.write(`${JSON.stringify({ ...report, seed }, null, 2)}\n`);
