import { expect, test } from 'vitest';
import { latestSnapshot } from '../../../../src-main/core/ledger/snapshots.ts';
import { taskHistory } from '../../../../src-main/core/ledger/task-queries.ts';
import { readTask, recordTask } from '../../../../src-main/core/ledger/tasks.ts';
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
  await s.cycle();
  expect(s.known(task)).toBe(from === 'deferred' ? 'processing' : to);
  expect(s.changes).toContain(task.uuid);
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
  expect(taskHistory(s.ledger, task.uuid).map((row) => row.status)).toEqual([
    'pending',
    'waiting',
    'waiting',
  ]);
});

test('two changes of the same microsecond on both sides of a page boundary are both noticed', async () => {
  using s = new Setting({ pageLength: 2 });
  const tasks = Array.from({ length: 5 }, () => s.create('processing'));
  await s.cycle();
  const at = s.service.tasks.micros();
  for (const task of tasks) s.service.tasks.move(task, 'completed', { at });
  await s.cycle();
  expect(tasks.map((task) => s.known(task))).toEqual(tasks.map(() => 'completed'));
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

test('a change committed late, below the newest one seen, is noticed within two cycles', async () => {
  using s = new Setting();
  const [early, late] = [s.create('processing'), s.create('processing')];
  for (let i = 0; i < 3; i += 1) await s.cycle();
  const older = s.service.tasks.micros() + 15_000_000 - 1_000_000;
  s.clock.forward(15_000);
  s.service.tasks.move(early, 'completed');
  await s.cycle(0);
  expect(s.known(early)).toBe('completed');
  s.service.tasks.move(late, 'completed', { at: older });
  await s.cycle(2_000);
  expect(s.known(late)).toBe('completed');
});

test('Tasks that move to the top while the pages are read are not lost', async () => {
  using s = new Setting({ pageLength: 5 });
  const tasks = Array.from({ length: 40 }, (_, i) =>
    s.create('pending', s.service.tasks.micros() - i * 1_000_000),
  );
  let moved = 0;
  s.before = (call) => {
    const task = tasks[tasks.length - 1 - moved];
    if (call.call === 'list' && task && moved < 12) {
      moved += 1;
      s.clock.forward(10);
      s.service.tasks.move(task, 'completed');
    }
    return null;
  };
  await s.cycle();
  await s.cycle();
  expect(tasks.map((task) => s.known(task))).toEqual(tasks.map((task) => task.status));
});

test('a Task that finished while the answer to its creation was still under way is not left as pending', async () => {
  using s = new Setting();
  s.create('processing');
  for (let i = 0; i < 3; i += 1) await s.cycle();
  s.clock.forward(1000);
  const task = s.service.tasks.add();
  const answer = detailsOf(task);
  s.clock.forward(1000);
  s.service.tasks.move(task, 'completed');
  for (let i = 0; i < 3; i += 1) await s.cycle();
  recordTask(s.ledger, answer, { mine: true, seenAt: s.clock.now() });
  expect(s.known(task)).toBe('pending');
  await s.cycle();
  expect(s.known(task)).toBe('completed');
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

test('what was missed while the program was off is noticed in the first cycle after a restart', async () => {
  using s = new Setting();
  const [a, b] = [s.create('processing'), s.create('processing')];
  for (let i = 0; i < 3; i += 1) await s.cycle();
  s.clock.forward(86_400_000);
  s.service.tasks.move(a, 'failed');
  s.service.tasks.move(b, 'invalid');
  s.restart();
  await s.cycle(86_400_000);
  expect([s.known(a), s.known(b)]).toEqual(['failed', 'invalid']);
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
