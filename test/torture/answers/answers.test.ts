import { expect, test } from 'vitest';
import { answersPart } from './answers.ts';

const CASES = Number(process.env['ANSWERS_CASES'] ?? 70);

test('I2, I5 to I8: a service that answers wrongly in any field makes nothing untrue, and nothing is lost once it is well', async () => {
  const { broken, done, counts } = await answersPart.sit({
    scale: { cases: CASES, pairs: 1_000 },
    first: 1,
    stop: new AbortController().signal,
    say: () => undefined,
  });
  expect(broken).toBeNull();
  expect(done).toBe(CASES);
  expect(counts['answers spoilt']).toBeGreaterThan(CASES / 2);
}, 600_000);
