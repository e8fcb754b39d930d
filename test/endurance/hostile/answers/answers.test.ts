import { expect, test } from 'vitest';
import { answersPart } from './answers.ts';

const CASES = Number(process.env['ANSWERS_CASES'] ?? 70);
const REFUSALS = 16;

const sit = (first: number, cases: number) =>
  answersPart.sit({
    scale: { cases, pairs: 1_000 },
    first,
    stop: new AbortController().signal,
    say: () => undefined,
  });

test('I2, I5 to I8: a service that answers wrongly in any field makes nothing untrue, and nothing is lost once it is well', async () => {
  const { broken, done, counts, of } = await sit(1, CASES);
  expect(broken).toBeNull();
  expect(done).toBe(CASES);
  expect(counts['answers spoilt']).toBeGreaterThan(CASES / 2);
  // The last ones spoil how a create is refused.
  const refusals = await sit(of - REFUSALS + 1, REFUSALS);
  expect(refusals.broken).toBeNull();
  expect(refusals.done).toBe(REFUSALS);
  expect(refusals.counts['answers spoilt']).toBeGreaterThan(REFUSALS / 2);
}, 600_000);
