import { describe, expect, test } from 'vitest';
import type { Fate, ModelCall } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest } from '../support/bench.ts';
import { failing, LOST, NEVER, only, UNSENT } from '../support/fates.ts';

benchForEachTest();

/** The first create arrives long after it was given up for lost; the service takes external_id for unique. */
const lateThenUnique =
  (status: number, onLookUp: Fate = { do: 'answer' }) =>
  ({ call }: ModelCall): Fate => {
    if (call === 'get' && bench.service.count('create') > 1) return onLookUp;
    if (call !== 'create') return { do: 'answer' };
    if (bench.service.count('create') === 1) return { do: 'lose', failure: LOST, lateMs: NEVER };
    const externalId = bench.service.calls.at(-1)?.externalId ?? '';
    if (bench.service.tasks.withExternalId(externalId).length === 0) {
      bench.addTask({ external_id: externalId, status: 'processing' });
    }
    return failing(status, 'external_id is already taken');
  };

describe('a refusal after an attempt of unknown outcome (docs/service.md 4.2: external_id may be unique)', () => {
  test.each([400, 409, 422])('I2: %i does not hide the Task that the first attempt made', async (status) => {
    const id = bench.submit();
    bench.service.fate = lateThenUnique(status);
    await bench.startAndEnd(3_600_000);
    expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 2 });
    expect(bench.service.tasks.all).toHaveLength(1);
  });

  test('I2: stays unconfirmed while the service cannot be asked', async () => {
    const id = bench.submit();
    bench.service.fate = lateThenUnique(422, UNSENT);
    await bench.start(1_800_000);
    expect(bench.row(id).state).toBe('unconfirmed');
    bench.service.recover();
    await bench.endAccepted(3_600_000, id);
    expect(bench.service.count('create')).toBe(2);
  });
});

test('a first attempt that is refused is rejected at once; a retry of it that is refused too, after one look', async () => {
  const id = bench.submit();
  bench.service.fate = only('create', failing(422, 'no'));
  await bench.startAndEnd(1_000);
  expect(bench.row(id).state).toBe('rejected');
  expect(bench.service.count('get')).toBe(0);
  bench.outbox.retry(id);
  await bench.end(1_000);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.invalid' });
  expect(bench.service.count('get')).toBe(1);
});
