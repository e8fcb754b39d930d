import { expect, test } from 'vitest';
import { runShort } from '../part.ts';
import { hostilePart } from './hostile.ts';

const SEED = 20_261_122;

test('I2, I5 to I8: spoilt answers make nothing untrue, and nothing is lost once the service is well', async () => {
  const counts = await runShort(hostilePart, SEED, { pdfs: 0, names: 0, entries: 0 });
  expect(counts['answers spoilt']).toBeGreaterThan(12);
}, 600_000);

test('I1, I4, I11: whatever a folder holds, each file is sent once or explained', async () => {
  await runShort(hostilePart, SEED, { answers: 0 });
}, 900_000);
