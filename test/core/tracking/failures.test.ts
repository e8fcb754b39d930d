import { expect, test } from 'vitest';
import { refused } from './support/model-service.ts';
import { Setting } from './support/setting.ts';

test('one Task whose details cannot be had does not stop the others, and is tried again (I8)', async () => {
  using s = new Setting();
  const tasks = Array.from({ length: 6 }, () => s.create('processing'));
  await s.cycle();
  for (const task of tasks) s.service.move(task, 'completed');
  const bad = tasks[2];
  s.service.before = (call) => (call.call === 'get' && call.uuid === bad?.uuid ? refused(500) : null);
  const report = await s.cycle();
  expect(report).toMatchObject({ failedDetails: 1, problem: null });
  expect(tasks.map((task) => s.known(task))).toEqual(tasks.map(() => 'completed'));
  const due = () => s.ledger.db.prepare('SELECT uuid FROM task WHERE details_due = 1').pluck().all();
  expect(due()).toEqual([bad?.uuid]);
  s.service.before = () => null;
  await s.cycle();
  expect(due()).toEqual([]);
});

test('a Task the service no longer knows is kept, noted and not asked for again and again', async () => {
  using s = new Setting();
  const task = s.create('processing');
  await s.cycle();
  s.service.move(task, 'waiting');
  s.service.before = (call) => (call.call === 'get' ? refused(404) : null);
  expect((await s.cycle()).missing).toBe(1);
  for (let i = 0; i < 3; i += 1) await s.cycle();
  expect(s.service.calls.filter((call) => call.call === 'get')).toEqual([]);
  expect(s.known(task)).toBe('waiting');
});

test('the watermark stays where it was when a page of the walk could not be had', async () => {
  using s = new Setting({ pageLength: 2 });
  const tasks = Array.from({ length: 6 }, () => s.create('processing'));
  for (let i = 0; i < 3; i += 1) await s.cycle();
  for (const task of tasks) s.service.move(task, 'completed');
  s.service.before = (call) => (call.call === 'list' && call.query.offset === 2 ? refused(502) : null);
  const report = await s.cycle();
  expect(report.problem?.code).toBe('service.fault');
  expect(tasks.filter((task) => s.known(task) === 'completed')).toHaveLength(2);
  s.service.before = () => null;
  s.restart();
  await s.cycle();
  expect(tasks.map((task) => s.known(task))).toEqual(tasks.map(() => 'completed'));
});

test('the states stay dated by the last look that told everything, over a restart too (I10)', async () => {
  using s = new Setting();
  s.create('processing');
  await s.cycle();
  const asOf = s.clock.now();
  expect(s.tracker.status()).toMatchObject({ asOf, reachable: true, problem: null });
  s.service.before = () => ({ kind: 'not-sent', cause: 'ECONNREFUSED' });
  await s.cycle();
  expect(s.tracker.status()).toMatchObject({
    asOf,
    reachable: false,
    problem: { code: 'service.unreachable' },
  });
  expect(s.restart().status().asOf).toBe(asOf);
});
