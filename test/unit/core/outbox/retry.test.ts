import { expect, test } from 'vitest';
import { bench, benchForEachTest } from './support/bench.ts';
import { failing, only } from './support/fates.ts';

benchForEachTest();

function refuseCreates(): void {
  bench.service.fate = only('create', failing(400, "Allowed task types: 'intake'"));
}

test('a refused submission goes again as the task type a person chose', async () => {
  refuseCreates();
  const id = bench.submit();
  await bench.startAndEnd(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.task-type' });
  bench.service.recover();
  bench.outbox.retry(id, 'intake');
  await bench.settle(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'accepted', task_type: 'intake' });
  expect(bench.service.tasks.withExternalId(id)).toMatchObject([{ task_type: 'intake' }]);
  expect(() => bench.outbox.retry(id, 'prior-auth')).toThrow('Only a rejected submission');
});

test('I2: a refused submission is not tried again once the same documents have gone out another way', async () => {
  refuseCreates();
  const first = bench.submit({ content: 'same' });
  await bench.startAndEnd(60_000);
  bench.service.recover();
  const second = bench.submit({ content: 'same' });
  await bench.settle(60_000);
  expect(bench.row(second).state).toBe('accepted');
  expect(() => bench.outbox.retry(first)).toThrow(expect.objectContaining({ code: 'outbox.already-sent' }));
  expect(bench.outbox.retryAll()).toBe(0);
  await bench.settle(60_000);
  expect(bench.row(first).state).toBe('rejected');
  expect(bench.service.count('create')).toBe(2);
});

test.each([[['a.pdf', 'b.pdf']], [['a.pdf'], ['b.pdf', 'c.pdf']]])(
  'I2: nor once each of its documents has gone out with others: %j',
  async (...parcels) => {
    refuseCreates();
    const files = parcels.length === 1 ? ['a.pdf'] : ['a.pdf', 'b.pdf'];
    const first = bench.submit({ content: 'same', files });
    const withMore = bench.submit({ content: 'same', files: [...files, 'new.pdf'] });
    await bench.startAndEnd(60_000);
    bench.service.recover();
    for (const parcel of parcels) bench.submit({ content: 'same', files: parcel });
    await bench.settle(60_000);
    expect(() => bench.outbox.retry(first)).toThrow(expect.objectContaining({ code: 'outbox.already-sent' }));
    expect(bench.outbox.retryAll()).toBe(1);
    expect(bench.row(first).state).toBe('rejected');
    expect(bench.row(withMore).state).toBe('queued');
  },
);

test('I2: nor as a task type under which they have gone out already', async () => {
  const sent = bench.submit({ content: 'same', taskType: 'intake' });
  await bench.startAndEnd(60_000);
  refuseCreates();
  const other = bench.submit({ content: 'same', taskType: 'coverage' });
  await bench.settle(60_000);
  bench.service.recover();
  expect(() => bench.outbox.retry(other, 'intake')).toThrow(
    expect.objectContaining({ code: 'outbox.already-sent' }),
  );
  expect(bench.row(other)).toMatchObject({ state: 'rejected', task_type: 'coverage' });
  expect(bench.row(sent).state).toBe('accepted');
});

test.each([
  [{ kind: 'answer', data: { plan: 'B' } }, 'answer.other-data'],
  [{ kind: 'name', name: 'Mine' }, 'edit.overtaken'],
  [{ kind: 'cleared', cleared: true }, 'ledger.restored'],
] as const)(
  'I5: what somebody may have set since is tried again alone, not with everything: %j, %s',
  async (payload, code) => {
    const { uuid } = bench.addTask();
    const id = bench.say(uuid, payload);
    bench.ledger.db
      .prepare("UPDATE message SET state = 'rejected', ended_at = 1, problem_code = ?")
      .run(code);
    await bench.start();
    expect(bench.outbox.retryAll()).toBe(0);
    expect(bench.message(id).state).toBe('rejected');
    bench.outbox.retry(id);
    await bench.settle(60_000);
    expect(bench.message(id).state).toBe('accepted');
  },
);

test('I5: a refused change is not tried again with everything once a later one has taken its place', async () => {
  const task = bench.addTask();
  bench.service.fate = ({ call }) => (call === 'update' ? failing(422, 'no') : { do: 'answer' });
  const [older, other] = [
    bench.say(task.uuid, { kind: 'name', name: 'Older' }),
    bench.say(task.uuid, { kind: 'cleared', cleared: true }),
  ];
  await bench.startAndEnd(60_000);
  bench.service.recover();
  bench.say(task.uuid, { kind: 'name', name: 'Newer' });
  await bench.settle(60_000);
  expect(bench.outbox.retryAll()).toBe(1);
  await bench.settle(60_000);
  expect(task).toMatchObject({ name: 'Newer', cleared: expect.any(String) });
  expect([bench.message(older).state, bench.message(other).state]).toEqual(['rejected', 'accepted']);
});
