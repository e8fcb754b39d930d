import { expect, test } from 'vitest';
import { messagesOf } from '../../../../../src-main/core/ledger/tasks/task-messages.ts';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import { bench, benchForEachTest, benchWith } from '../support/bench.ts';
import { LOST, NEVER, only } from '../support/fates.ts';

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

test('I2: a Task of another program under the chosen external_id is not taken for the Task of a lost create', async () => {
  bench.submit();
  await bench.startAndEnd(60_000);
  const id = bench.submit({ reference: 'case-7' });
  let losses = 1;
  bench.service.fate = ({ call }) =>
    call === 'create' && losses-- > 0 ? { do: 'lose', failure: LOST, lateMs: NEVER } : { do: 'answer' };
  await bench.clock.advance(500);
  const strangers = [bench.addStranger('case-7'), bench.addTask({ external_id: 'case-7' })];
  await bench.endAccepted(3_600_000, id);
  expect(strangers.map(({ uuid }) => uuid)).not.toContain(bench.row(id).task_uuid);
  expect(bench.service.count('create')).toBe(3);
});

test('I2: a Task whose external_id another Task has too is a control Task', async () => {
  await benchWith({
    outbox: {
      recordTask: (details, options) => recordTask(bench.ledger, details, { ...options, seenAt: 1 }),
    },
  });
  bench.submit({ reference: 'case-7' });
  await bench.startAndEnd(60_000);
  bench.addTask({ external_id: 'case-7' });
  const id = bench.submit();
  let losses = 1;
  bench.service.fate = ({ call }) =>
    call === 'create' && losses-- > 0 ? { do: 'lose', failure: LOST, lateMs: NEVER } : { do: 'answer' };
  await bench.endAccepted(3_600_000, id);
  expect(bench.service.count('create')).toBe(3);
});

test('I2: a submission that continues a claim under an external_id that no station made adopts no Task by that external_id', async () => {
  const id = bench.submit({ perhapsSent: true });
  bench.ledger.db.prepare(`UPDATE submission SET external_id = 'case-7' WHERE id = ?`).run(id);
  bench.addTask({ external_id: 'case-7', task_type: 'prior-auth' });
  await bench.startAndEnd(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.conflict' });
});

test.each([
  ['another external_id', 'of-another'],
  ['no external_id', null],
])('I2: an answer to a create with %s proves nothing, and the Task is looked up', async (_, named) => {
  const id = bench.submit();
  const { serve } = bench.service;
  bench.service.serve = (request) => {
    const reply = serve.call(bench.service, request);
    const isCreate = request.path.endsWith('/task/create');
    return isCreate ? { ...reply, body: { ...Object(reply.body), external_id: named } } : reply;
  };
  await bench.startAndEnd(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 1 });
  expect([bench.service.count('create'), bench.service.count('get')]).toEqual([1, 1]);
});
