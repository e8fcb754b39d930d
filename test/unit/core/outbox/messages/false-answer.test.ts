import { expect, test } from 'vitest';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import { BASE_PATH, type ModelReply, type ModelRequest } from '../../../../support/service-model/messages.ts';
import { detailsOf, type ModelTask } from '../../../../support/service-model/model-task.ts';
import { bench, benchForEachTest } from '../support/bench.ts';

benchForEachTest();

const HOURS = 3 * 3_600_000;
const data = { member_id: 'M-1' };

/** A Task that waits for an answer, and whose details the ledger has. */
function knownTask(): ModelTask {
  const task = bench.addTask();
  recordTask(bench.ledger, detailsOf(task), { mine: true, seenAt: bench.clock.now() });
  return task;
}

/** Lets `answer` stand in for the service at the first request to this path of the Task; null: the service answers. */
function standIn(
  task: ModelTask,
  path: 'upload' | 'update',
  answer: (request: ModelRequest, serve: (request: ModelRequest) => ModelReply) => ModelReply,
): void {
  const { service } = bench;
  const serve = service.serve.bind(service);
  let isFirst = true;
  service.serve = (request) => {
    if (!isFirst || request.path !== `${BASE_PATH}/task/${task.uuid}/${path}`) return serve(request);
    isFirst = false;
    return answer(request, serve);
  };
}

const reply = (body: object): ModelReply => ({ status: 200, body, headers: {} });

test.each([
  ['the answer to an earlier upload', (task: ModelTask) => task.data_items.map(({ uuid }) => uuid)],
  ['an answer that names no item', () => []],
  ['items that the Task does not have', () => ['8f14e45f-ceea-467f-a0f4-000000000001']],
])('I3: an upload that never arrived, and that got %s, is sent again', async (_, items) => {
  const task = knownTask();
  const earlier = bench.say(task.uuid, { kind: 'answer', data: null }, ['before.pdf']);
  bench.hold(task, earlier, 'before.pdf');
  await bench.start(10_000);
  bench.service.tasks.move(task, 'waiting');
  standIn(task, 'upload', () => {
    const { status, ...details } = detailsOf(task);
    return reply({ new_data_items: items(task), task: { ...details, status: 'processing' } });
  });
  const id = bench.say(task.uuid, { kind: 'answer', data: null }, ['card.pdf']);
  await bench.end(HOURS);
  expect(bench.message(id).state).toBe('accepted');
  expect(task.data_items.map(({ name }) => name)).toEqual(['before.pdf', 'card.pdf']);
});

test.each(['waiting', 'completed'])(
  'I3: of two documents, the service stored one and says so: the answer is not accepted, and the Task is %s',
  async (status) => {
    const task = knownTask();
    standIn(task, 'upload', (request, serve) => {
      const { form } = request;
      return serve({ ...request, form: form === null ? null : { ...form, files: form.files.slice(0, 1) } });
    });
    const id = bench.say(task.uuid, { kind: 'answer', data: null }, ['card.pdf', 'note.pdf']);
    await bench.start(10_000);
    expect(bench.message(id).state).not.toBe('accepted');
    bench.service.tasks.move(task, status);
    await bench.end(HOURS);
    const names = task.data_items.map(({ name }) => name);
    if (status === 'waiting') {
      expect(bench.message(id).state).toBe('accepted');
      expect(names).toEqual(['card.pdf', 'note.pdf']);
    } else {
      expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.part-taken' });
      expect(names).toEqual(['card.pdf']);
    }
  },
);

test.each(['waiting', 'completed'])(
  'I5: data that the service dropped, because another desk made the Task resume, is not accepted: the Task is %s',
  async (status) => {
    const task = knownTask();
    standIn(task, 'update', () => {
      bench.service.tasks.move(task, 'processing');
      return reply(detailsOf(task));
    });
    const id = bench.say(task.uuid, { kind: 'answer', data });
    await bench.start(10_000);
    expect(bench.message(id).state).not.toBe('accepted');
    bench.service.tasks.move(task, status);
    await bench.end(HOURS);
    const isThere = status === 'waiting';
    expect(bench.message(id).state).toBe(isThere ? 'accepted' : 'rejected');
    expect(task.data_items).toHaveLength(isThere ? 1 : 0);
  },
);

test('I5: data that the service dropped is not accepted when another desk makes the Task resume later', async () => {
  const task = knownTask();
  task.resuming = 'drops';
  const id = bench.say(task.uuid, { kind: 'answer', data });
  await bench.start(5_000);
  bench.service.tasks.move(task, 'completed');
  await bench.end(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.not-waiting' });
});
