import { expect, test } from 'vitest';
import { bench, benchForEachTest } from '../support/bench.ts';
import { failing, loseFirst, only, UNSENT } from '../support/fates.ts';

benchForEachTest();

const answer = { kind: 'answer', data: { member_id: 'M-1', nested: { b: 2, a: [1, null] } } } as const;

test('I5: the messages of one Task go strictly in order, other Tasks beside them; a refused one does not block', async () => {
  const uuid = bench.addTask().uuid;
  const other = bench.addTask().uuid;
  let failures = 3;
  bench.service.fate = ({ call, taskUuid }) => {
    if (call === 'event' && taskUuid === uuid) return failing(422, 'bad');
    if (call === 'update' && taskUuid === uuid && failures-- > 0) return UNSENT;
    return { do: 'answer', afterMs: 10 };
  };
  const ids = [
    bench.say(uuid, { kind: 'name', name: 'One' }),
    bench.say(uuid, { kind: 'event', event: 'seen', extraData: {} }),
    bench.say(uuid, answer),
    bench.say(uuid, { kind: 'cleared', cleared: true }),
  ];
  const beside = bench.say(other, { kind: 'name', name: 'Other' });
  await bench.start(500);
  expect(bench.message(beside).state).toBe('accepted');
  await bench.rest();
  expect(ids.map((id) => bench.message(id).state)).toEqual(['accepted', 'rejected', 'accepted', 'accepted']);
  const order = bench.service.calls.filter(({ taskUuid }) => taskUuid === uuid).map(({ call }) => call);
  expect(order).toEqual(['update', 'update', 'update', 'update', 'event', 'get', 'update', 'update']);
});

test('a later edit of the same field supersedes an earlier one that has not gone', async () => {
  const task = bench.addTask();
  const names = ['One', 'Two', 'Three'].map((name) => bench.say(task.uuid, { kind: 'name', name }));
  const cleared = bench.say(task.uuid, { kind: 'cleared', cleared: true });
  await bench.start();
  await bench.rest();
  expect(names.map((id) => bench.message(id).state)).toEqual(['withdrawn', 'withdrawn', 'accepted']);
  expect(bench.message(cleared).state).toBe('accepted');
  expect(task.name).toBe('Three');
  expect(bench.service.count('update')).toBe(2);
});

test('a repeated event carries the same client id', async () => {
  const id = bench.say(bench.addTask().uuid, { kind: 'event', event: 'opened', extraData: { screen: 1 } });
  bench.service.fate = loseFirst('event');
  await bench.start();
  await bench.rest();
  expect(bench.service.events.map(({ extraData }) => extraData)).toEqual([
    { screen: 1, client_event_id: id },
    { screen: 1, client_event_id: id },
  ]);
});

test('I5: what has begun cannot be withdrawn; what has not, can', async () => {
  const uuid = bench.addTask().uuid;
  bench.service.fate = only('upload', UNSENT);
  const begun = bench.say(uuid, answer, ['card.pdf']);
  const untouched = bench.say(uuid, { kind: 'name', name: 'N' });
  await bench.start(10);
  await expect(bench.outbox.withdraw(begun)).rejects.toMatchObject({ code: 'outbox.not-possible' });
  await bench.outbox.withdraw(untouched);
  expect(bench.message(untouched).state).toBe('withdrawn');
});
