import { beforeEach, expect, test } from 'vitest';
import { type Bench, openBench } from './support/bench.ts';

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

const HOURS = 4 * 3_600_000;
const answer = { kind: 'answer', data: { member_id: 'M-1' } } as const;

/** The data items of the Task, and how often the data was sent. */
function updatesOf(uuid: string) {
  const calls = bench.service.calls.filter((made) => made.call === 'update' && made.taskUuid === uuid);
  return {
    items: bench.service.task(uuid).details.data_items.length,
    withData: calls.filter(({ about }) => JSON.stringify(about).includes('M-1')).length,
  };
}

test('I5: data that is taken by a Task that does not go on comes to a person, and is there once', async () => {
  const task = bench.service.addTask();
  const uuid = task.details.uuid;
  task.resuming = 'stays';
  const id = bench.say(uuid, answer);
  await bench.outbox.start();
  expect(await bench.settle(HOURS)).toBe(true);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.not-resumed' });
  expect(updatesOf(uuid)).toEqual({ items: 1, withData: 1 });
  task.resuming = 'moves';
  bench.outbox.retry(id);
  expect(await bench.settle(HOURS)).toBe(true);
  expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
  expect(updatesOf(uuid)).toEqual({ items: 1, withData: 1 });
});

test('I5: data that is neither kept nor makes the Task go on comes to a person, and is not sent without end', async () => {
  const task = bench.service.addTask();
  const uuid = task.details.uuid;
  task.resuming = 'drops';
  const id = bench.say(uuid, answer);
  await bench.outbox.start();
  expect(await bench.settle(HOURS)).toBe(true);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.not-resumed' });
  expect(updatesOf(uuid).withData).toBe(2);
});

test('an answer written before the Task went on is no trouble', async () => {
  const task = bench.service.addTask();
  task.resuming = 'moves-later';
  const id = bench.say(task.details.uuid, answer);
  await bench.outbox.start();
  expect(await bench.settle(HOURS)).toBe(true);
  expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
  expect(task.resumes).toBe(1);
  expect(updatesOf(task.details.uuid)).toEqual({ items: 1, withData: 1 });
});
