import { expect, test } from 'vitest';
import { needing, needs } from '../../support/machine.ts';
import { runShort, type Size } from '../part.ts';
import { faultsPart } from './faults.ts';

const SEED = 20_261_121;
const NOTHING: Size = { call: 0, keychain: 0, point: 0, 'full-disk': 0 };

test('I1, I2, I5: calls that fail once, kills at durable points and a full disk end like a run without a fault', async () => {
  await runShort(faultsPart, SEED, { keychain: 0 });
}, 600_000);

test('I1, I2: a keychain call that fails or is cut off ends like a run without a fault', {
  ...needing(needs.keyring),
  timeout: 600_000,
}, async () => {
  expect((await runShort(faultsPart, SEED, { ...NOTHING, keychain: 1 }))['not reached']).toBe(0);
});
