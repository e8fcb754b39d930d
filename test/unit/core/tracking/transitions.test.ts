import { expect, test } from 'vitest';
import { latestSnapshot } from '../../../../src-main/core/ledger/tasks/snapshots.ts';
import { taskHistory } from '../../../../src-main/core/ledger/tasks/task-queries.ts';
import { readTask } from '../../../../src-main/core/ledger/tasks/task-row.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { dateText } from '../../../support/service-model/micro-time.ts';
import { detailsOf } from '../../../support/service-model/model-task.ts';
import { Setting } from './support/setting.ts';

// Every arrow of docs/service.md 3.
test.each([
  ['pending', 'processing'],
  ['processing', 'waiting'],
  ['waiting', 'processing'],
  ['processing', 'completed'],
  ['processing', 'failed'],
  ['processing', 'invalid'],
  ['pending', 'invalid'],
  ['deferred', 'pending'],
])('%s to %s is noticed in the next cycle', async (from, to) => {
  using s = new Setting();
  const task = s.create(from);
  s.service.tasks.add({ status: 'processing' });
  for (let i = 0; i < 3; i += 1) await s.cycle();
  // The promotion of a deferred Task moves no date before it is processing.
  s.service.tasks.move(task, to);
  if (from === 'deferred') s.service.tasks.move(task, 'processing');
  const { changed } = await s.cycle();
  expect(s.known(task)).toBe(from === 'deferred' ? 'processing' : to);
  expect(changed).toContain(task.uuid);
  expect(latestSnapshot(s.ledger, task.uuid)?.status).toBe(s.known(task));
});

test('a Task that ran through pending, processing, waiting, processing to waiting between two cycles shows its last payload', async () => {
  using s = new Setting();
  const task = s.create();
  await s.cycle();
  for (const status of ['processing', 'waiting', 'processing', 'waiting']) {
    s.clock.forward(100);
    s.service.tasks.move(task, status);
  }
  task.issues = [{ key: 'task.data.missing', message: 'second', property: 'member_id' }];
  await s.cycle();
  expect(s.known(task)).toBe('waiting');
  expect(latestSnapshot(s.ledger, task.uuid)?.payload.issues[0]?.message).toBe('second');
  task.issues = [];
  s.clock.forward(100);
  s.service.tasks.move(task, 'processing');
  s.service.tasks.move(task, 'waiting');
  await s.cycle();
  const statuses = taskHistory(s.ledger, task.uuid).map((row) => row.status);
  expect(statuses).toEqual(['pending', 'waiting', 'waiting']);
});

test('a service that orders equal dates at random loses no change', async () => {
  using s = new Setting({ pageLength: 3 });
  const tasks = Array.from({ length: 30 }, () => s.create('processing'));
  let state = 1;
  s.service.tieBreak = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 2 === 0 ? 1 : -1;
  };
  await s.cycle();
  const at = s.service.tasks.micros();
  for (const task of tasks) s.service.tasks.move(task, 'completed', { at });
  for (let i = 0; i < 9; i += 1) await s.cycle();
  expect(tasks.filter((task) => s.known(task) !== 'completed')).toEqual([]);
});

test('a Task recorded in the middle of the walk that passed over it is not left as pending', async () => {
  using s = new Setting({ pageLength: 1 });
  s.create('processing');
  for (let i = 0; i < 3; i += 1) await s.cycle();
  const task = s.service.tasks.add();
  const answer = detailsOf(task);
  s.clock.forward(1000);
  s.service.tasks.move(task, 'completed');
  s.before = (call) => {
    if (call.call === 'list' && call.query.status !== undefined)
      recordTask(s.ledger, answer, { mine: true, seenAt: s.clock.now() });
    return null;
  };
  await s.cycle(1000);
  expect(s.known(task)).toBe('completed');
});

test('an unknown status is kept as it came and the Task followed on (I7)', async () => {
  using s = new Setting();
  const task = s.create('processing');
  await s.cycle();
  s.service.tasks.move(task, 'in-review');
  task.latest_status_change = dateText(s.service.tasks.micros());
  await s.cycle();
  expect(s.known(task)).toBe('in-review');
  s.service.tasks.move(task, 'invalid');
  await s.cycle();
  expect(s.known(task)).toBe('invalid');
});

test('names and cleared marks that others change are right again after the sweep', async () => {
  using s = new Setting();
  const [cleared, renamed] = [s.create('completed'), s.create('completed')];
  s.create('waiting');
  await s.cycle();
  for (let i = 0; i < 3; i += 1) await s.cycle(700_000);
  cleared.cleared = dateText(s.service.tasks.micros());
  await s.cycle(700_000);
  expect(readTask(s.ledger, cleared.uuid)?.cleared).not.toBeNull();
  cleared.cleared = null;
  renamed.name = 'A better name';
  await s.cycle(3_700_000);
  expect(readTask(s.ledger, cleared.uuid)?.cleared).toBeNull();
  expect(readTask(s.ledger, renamed.uuid)?.name).toBe('A better name');
});
