import { test } from 'vitest';
import { runShort } from '../part.ts';
import { networkPart } from './network.ts';

test(`I2, I5: network: ${networkPart.holds}`, async () => {
  await runShort(networkPart, 20_260_105);
}, 600_000);
