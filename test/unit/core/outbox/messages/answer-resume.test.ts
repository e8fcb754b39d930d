import { beforeEach, expect, test } from 'vitest';
import type { ModelTask } from '../../../../support/service-model/model-task.ts';
import { type Bench, openBench } from '../support/bench.ts';

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

const HOURS = 4 * 3_600_000;
const answer = { kind: 'answer', data: { member_id: 'M-1' } } as const;

function updatesOf(uuid: string) {
  const calls = bench.service.calls.filter((made) => made.call === 'update' && made.taskUuid === uuid);
  return {
    items: bench.service.tasks.get(uuid).data_items.length,
    withData: calls.filter(({ about }) => JSON.stringify(about).includes('M-1')).length,
  };
}

test('I5: data that is taken by a Task that does not go on comes to a person, and is there once', async () => {
  const task = bench.addTask();
  const uuid = task.uuid;
  task.resuming = 'stays';
  const id = bench.say(uuid, answer);
  await bench.startAndEnd(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.not-resumed' });
  expect(updatesOf(uuid)).toEqual({ items: 1, withData: 1 });
  task.resuming = 'moves';
  bench.outbox.retry(id);
  await bench.end(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
  expect(updatesOf(uuid)).toEqual({ items: 1, withData: 1 });
});

test('I5: data that is neither kept nor makes the Task go on comes to a person, and is not sent without end', async () => {
  const task = bench.addTask();
  const uuid = task.uuid;
  task.resuming = 'drops';
  const id = bench.say(uuid, answer);
  await bench.startAndEnd(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.not-resumed' });
  expect(updatesOf(uuid).withData).toBe(2);
});

test('an answer written before the Task went on is no trouble', async () => {
  const task = bench.addTask();
  task.resuming = 'moves-later';
  const id = bench.say(task.uuid, answer);
  await bench.startAndEnd(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
  expect(task.resumes).toBe(1);
  expect(updatesOf(task.uuid)).toEqual({ items: 1, withData: 1 });
});

/** The service writes structured data in its own way. */
function rewrite(task: ModelTask, write: (data: object) => object): void {
  const items = task.data_items;
  const push = (...added: typeof items) =>
    items.splice(items.length, 0, ...added.map((item) => ({ ...item, data: write(Object(item['data'])) })));
  Object.defineProperty(items, 'push', { value: push });
}

test.each(['completed', 'failed', 'waiting'])(
  'a Task that goes on after its answer was written, whatever becomes of the data, and is %s by the next look',
  async (end) => {
    for (const write of [
      (data: object) => data,
      () => ({ member_id: 'm-1' }),
      (data: object) => ({ ...data, source: 'client' }),
    ]) {
      const task = bench.addTask();
      const uuid = task.uuid;
      task.resuming = 'moves-later';
      rewrite(task, write);
      bench.service.fate = ({ call }) => {
        if (call === 'update') bench.clock.after(2_000, () => bench.service.tasks.move(task, end));
        return { do: 'answer' };
      };
      const id = bench.say(uuid, answer);
      await bench.startAndEnd(HOURS);
      expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
      expect(task.resumes).toBe(1);
      expect(updatesOf(uuid)).toEqual({ items: 1, withData: 1 });
    }
  },
);

test('I5: a Task that waits as before comes to a person, in whatever form its time is written', async () => {
  const task = bench.addTask();
  task.resuming = 'stays';
  const id = bench.say(task.uuid, answer);
  bench.service.fate = ({ call }) => {
    const since = task.latest_status_change.replace(/Z$|\+00:00$/, '');
    task.latest_status_change = `${since}${call === 'update' ? '+00:00' : 'Z'}`;
    return { do: 'answer' };
  };
  await bench.startAndEnd(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.not-resumed' });
});

test('I5: once it came to a person, that the Task goes on says nothing of data that was never seen in it', async () => {
  const task = bench.addTask();
  task.resuming = 'drops';
  const id = bench.say(task.uuid, answer);
  await bench.startAndEnd(HOURS);
  bench.service.tasks.move(task, 'completed');
  bench.outbox.retry(id);
  await bench.end(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.not-waiting' });
});
