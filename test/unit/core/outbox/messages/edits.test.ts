import { expect, test } from 'vitest';
import type { MessagePayload } from '../../../../../src-main/core/ledger/tables/outbox-rows.ts';
import { readTask } from '../../../../../src-main/core/ledger/tasks/task-row.ts';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import type { Fate, ModelCall } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest } from '../support/bench.ts';
import { failing, loseFirst, NEVER, only } from '../support/fates.ts';

benchForEachTest();

/** An edit of a Task that the ledger knows as it is now, under way to such a fate. */
async function begin(edit: MessagePayload, fate: (made: ModelCall) => Fate) {
  const task = bench.addTask();
  recordTask(bench.ledger, task, { mine: false, seenAt: bench.clock.now() });
  const id = bench.say(task.uuid, edit);
  bench.service.fate = fate;
  await bench.start();
  return { task, id };
}

test('an edit of unknown outcome that arrives late does not undo the edit after it', async () => {
  const { task } = await begin({ kind: 'name', name: 'Older' }, loseFirst('update', 20_000));
  await bench.clock.advance(1_000);
  bench.say(task.uuid, { kind: 'name', name: 'Newer' });
  await bench.end(600_000);
  await bench.clock.advance(600_000);
  expect(task.name).toBe('Newer');
});

test('an edit of unknown outcome that never arrived is sent again, and only then', async () => {
  const { task, id } = await begin({ kind: 'name', name: 'Mine' }, loseFirst('update', NEVER));
  await bench.end(600_000);
  expect(bench.message(id).state).toBe('accepted');
  expect(task.name).toBe('Mine');
  expect(bench.service.count('update')).toBe(2);
});

test('an edit of unknown outcome leaves alone what somebody at another station has set since; trying again is a decision', async () => {
  const { task, id } = await begin({ kind: 'name', name: 'Mine' }, loseFirst('update', NEVER));
  await bench.clock.advance(1);
  task.name = 'Theirs';
  await bench.end(600_000);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'edit.overtaken' });
  expect(task.name).toBe('Theirs');
  bench.outbox.retry(id);
  await bench.end(600_000);
  expect(task.name).toBe('Mine');
});

test.each(['completed', 'processing'])(
  'an edit of unknown outcome is sent again where the service may have derived the name itself: the Task went on to be %s',
  async (status) => {
    const { task, id } = await begin({ kind: 'name', name: 'Mine' }, loseFirst('update', NEVER));
    await bench.clock.advance(1);
    task.name = 'Derived';
    bench.service.tasks.move(task, status);
    await bench.end(600_000);
    expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
    expect(task.name).toBe('Mine');
  },
);

test('an edit of unknown outcome of what only a person sets leaves alone what was set while the Task went on', async () => {
  const { task, id } = await begin({ kind: 'external-id', externalId: 'mine' }, loseFirst('update', NEVER));
  await bench.clock.advance(1);
  task.external_id = 'theirs';
  bench.service.tasks.move(task, 'completed');
  await bench.end(600_000);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'edit.overtaken' });
});

test('an edit of unknown outcome: survives a kill between the request and its answer', async () => {
  const { id } = await begin({ kind: 'name', name: 'Mine' }, only('update', { do: 'hang', commit: true }));
  await bench.clock.advance(100);
  bench.crash();
  bench.service.recover();
  await bench.startAndEnd(60_000);
  expect(bench.message(id).state).toBe('accepted');
  expect(bench.service.count('update')).toBe(1);
});

test('an edit that the service rejects because it denies the Task makes tracking ask for the Task', async () => {
  const { task, id } = await begin({ kind: 'name', name: 'Mine' }, only('update', failing(404, 'No Task.')));
  await bench.rest();
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'service.no-task' });
  expect(readTask(bench.ledger, task.uuid)?.details_due).toBe(1);
});
