import { test } from 'vitest';
import { runShort } from '../part.ts';
import { stationsPart } from './stations.ts';

test(`I2: stations: ${stationsPart.holds}`, async () => {
  await runShort(stationsPart, 20_261_122);
}, 600_000);
