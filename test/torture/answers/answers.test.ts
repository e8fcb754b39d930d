import { expect, test } from 'vitest';
import { answersPart } from './answers.ts';

const EVERY = Number(process.env['ANSWERS_EVERY'] ?? 97);

test('I2, I5 to I8: a service that answers wrongly in any field makes nothing untrue, and nothing is lost once it is well', async () => {
  const scale = { every: EVERY, pairs: 20 };
  const figures = await answersPart.run({ scale, seed: 20_260_105, say: () => undefined });
  expect(figures['answers spoilt']).toBeGreaterThan(Number(figures['cases']) / 2);
}, 600_000);
