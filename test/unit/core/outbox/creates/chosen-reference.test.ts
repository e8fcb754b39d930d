import { expect, test } from 'vitest';
import { messagesOf } from '../../../../../src-main/core/ledger/tasks/task-messages.ts';
import { bench, benchForEachTest } from '../support/bench.ts';
import { LOST, only } from '../support/fates.ts';

benchForEachTest();

test('I2: a create whose answer is lost is found by its own external_id, and gets the chosen one afterwards', async () => {
  bench.addTask({ external_id: 'claim-7' });
  const id = bench.submit({ reference: 'claim-7' });
  bench.service.fate = only('create', { do: 'lose', failure: LOST, lateMs: 0 });
  await bench.startAndEnd(3_600_000);
  const row = bench.row(id);
  expect(row).toMatchObject({ state: 'accepted', attempts: 1, external_id: id });
  expect(bench.service.count('create')).toBe(1);
  expect(bench.service.tasks.withExternalId('claim-7')).toHaveLength(2);
  expect(messagesOf(bench.ledger, row.task_uuid ?? '')).toMatchObject([
    { state: 'accepted', payload: { kind: 'external-id', externalId: 'claim-7' } },
  ]);
});
