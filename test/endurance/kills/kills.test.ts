import { test } from 'vitest';
import { runShort } from '../part.ts';
import { killsPart } from './kills.ts';

test(`I2: kills: ${killsPart.holds}`, async () => {
  await runShort(killsPart, 20_261_120);
}, 600_000);
