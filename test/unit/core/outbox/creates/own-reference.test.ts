import { expect, test } from 'vitest';
import { bench, benchForEachTest } from '../support/bench.ts';
import { LOST, only, UNSENT } from '../support/fates.ts';

benchForEachTest();

test('I2: a reference that another Task already has makes no second Task with it, also on a retry', async () => {
  bench.addTask({ external_id: 'claim-7' });
  const id = bench.submit({ externalId: 'claim-7' });
  await bench.startAndEnd(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.reference-taken' });
  bench.outbox.retry(id);
  await bench.end(60_000);
  expect(bench.row(id).state).toBe('rejected');
  expect(bench.service.count('create')).toBe(0);
});

test('I2: a create under a chosen reference whose answer is lost is found again, and made once', async () => {
  const id = bench.submit({ externalId: 'claim-7' });
  bench.service.fate = only('create', { do: 'lose', failure: LOST, lateMs: 0 });
  await bench.startAndEnd(3_600_000);
  expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 1 });
  expect(bench.service.tasks.all).toHaveLength(1);
});

test('a chosen reference waits, unsent, until the service can be asked', async () => {
  const id = bench.submit({ externalId: 'claim-7' });
  bench.service.fate = only('get', UNSENT);
  await bench.start(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'queued', attempts: 0, problem_code: 'service.unreachable' });
  bench.service.recover();
  await bench.endAccepted(3_600_000, id);
  expect(bench.service.tasks.withExternalId('claim-7')).toHaveLength(1);
});
