import { describe, expect, test } from 'vitest';
import { latestSnapshot } from '../../../../src-main/core/ledger/tasks/snapshots.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { Setting } from './support/setting.ts';

test('one Task whose details cannot be had does not stop the others, and is tried again (I8)', async () => {
  using s = new Setting();
  const tasks = Array.from({ length: 6 }, () => s.create('processing'));
  await s.cycle();
  for (const task of tasks) s.service.tasks.move(task, 'completed');
  const bad = tasks[2];
  s.before = (call) => (call.call === 'get' && call.taskUuid === bad?.uuid ? refused(500) : null);
  const report = await s.cycle();
  expect(report).toMatchObject({ failedDetails: 1, problem: null });
  expect(tasks.map((task) => s.known(task))).toEqual(tasks.map(() => 'completed'));
  const due = () => s.ledger.db.prepare('SELECT uuid FROM task WHERE details_due = 1').pluck().all();
  expect(due()).toEqual([bad?.uuid]);
  s.before = () => null;
  await s.cycle();
  expect(due()).toEqual([]);
});

test('a Task whose answer is too large is looked up once an hour, and it is told, while the others go on', async () => {
  using s = new Setting();
  const tasks = Array.from({ length: 25 }, () => s.create('processing'));
  const other = s.create('processing');
  await s.cycle();
  for (const task of [...tasks, other]) s.service.tasks.move(task, 'completed');
  s.before = (call) =>
    call.call === 'get' && call.taskUuid !== other.uuid
      ? { kind: 'unreadable', status: 200, cause: 'the answer is too large', tooLarge: true }
      : null;
  const report = await s.cycle();
  expect(report).toMatchObject({ failedDetails: 25, problem: { code: 'tracking.answer-too-large' } });
  expect(latestSnapshot(s.ledger, other.uuid)?.status).toBe('completed');
  const gets = async (minutes: number) => {
    let count = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      await s.cycle(60_000);
      count += s.service.calls.filter(({ call }) => call === 'get').length;
      expect(s.tracker.status()).toMatchObject({
        reachable: true,
        problem: { code: 'tracking.answer-too-large' },
      });
    }
    return count;
  };
  expect(await gets(59)).toBe(0);
  expect(await gets(180)).toBe(3 * 25);
  s.before = () => null;
  await s.cycle(3_600_000);
  expect(s.tracker.status().problem).toBeNull();
});

test.each([
  ['of a proxy', null],
  ['of a part of the service that lags behind its list', 'No Task matches.'],
])('a 404 %s does not lose a Task that the list names', async (_name, detail) => {
  using s = new Setting();
  const task = s.create('processing');
  await s.cycle();
  s.service.tasks.move(task, 'completed');
  s.before = (call) => (call.call === 'get' ? refused(404, detail) : null);
  expect(await s.cycle()).toMatchObject({ missing: 0, failedDetails: 1 });
  expect(s.known(task)).toBe('completed');
  s.before = () => null;
  for (let i = 0; i < 3; i += 1) await s.cycle(60_000);
  expect(latestSnapshot(s.ledger, task.uuid)?.status).toBe('completed');
});

describe('I8: a row of a list that is not what docs/service.md 2.7 promises', () => {
  test.each([
    ['a status that is no text', { status: 7 }],
    ['a date that is none', { latest_status_change: 'yesterday' }],
    ['no name', { name: null }],
  ])('(%s) hides no other, and its Task is asked for by itself', async (_name, wrong) => {
    using s = new Setting({ pageLength: 2 });
    const tasks = Array.from({ length: 5 }, () => s.create('processing'));
    await s.cycle();
    for (const task of tasks) s.service.tasks.move(task, 'completed');
    s.service.broken.set(tasks[2]?.uuid ?? '', wrong);
    expect(await s.cycle()).toMatchObject({ unreadable: 0, problem: null });
    expect(tasks.map((task) => s.known(task))).toEqual(tasks.map(() => 'completed'));
  });

  test('without even a uuid is counted and told, never guessed, and the looks go on', async () => {
    using s = new Setting({ pageLength: 2 });
    const tasks = Array.from({ length: 5 }, () => s.create('processing'));
    await s.cycle();
    for (const task of tasks) s.service.tasks.move(task, 'completed');
    const bad = tasks[2];
    s.service.broken.set(bad?.uuid ?? '', { uuid: 12 });
    expect(await s.cycle()).toMatchObject({ unreadable: 1, problem: { code: 'tracking.rows', detail: '1' } });
    expect(tasks.filter((task) => s.known(task) === 'completed')).toHaveLength(4);
    expect(s.tracker.status()).toMatchObject({ reachable: true, problem: { code: 'tracking.rows' } });
    s.service.broken.clear();
    await s.cycle();
    expect(tasks.map((task) => s.known(task))).toEqual(tasks.map(() => 'completed'));
    expect(s.tracker.status().problem).toBeNull();
  });

  test('of a Task of another station is none of our business', async () => {
    using s = new Setting();
    s.create('processing');
    await s.cycle();
    const foreign = s.service.tasks.add({ status: 'processing' });
    s.service.broken.set(foreign.uuid, { created: null });
    expect(await s.cycle()).toMatchObject({ unreadable: 0, problem: null });
  });
});

test('the watermark stays where it was when a page of the walk could not be had', async () => {
  using s = new Setting({ pageLength: 2 });
  const tasks = Array.from({ length: 6 }, () => s.create('processing'));
  for (let i = 0; i < 3; i += 1) await s.cycle();
  for (const task of tasks) s.service.tasks.move(task, 'completed');
  s.before = (call) => (call.call === 'list' && call.query.offset === 2 ? refused(502) : null);
  const report = await s.cycle();
  expect(report.problem?.code).toBe('tracking.fault');
  expect(tasks.filter((task) => s.known(task) === 'completed')).toHaveLength(2);
  s.before = () => null;
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
  s.before = () => ({ kind: 'not-sent', cause: 'ECONNREFUSED' });
  await s.cycle();
  expect(s.tracker.status()).toMatchObject({
    asOf,
    reachable: false,
    problem: { code: 'tracking.unreachable' },
  });
  expect(s.restart().status().asOf).toBe(asOf);
});

test('a Task with a date that cannot be hides no change of the others (I8)', async () => {
  using s = new Setting({ scope: 'organisation' });
  const [bad, good] = [
    s.service.tasks.add({ status: 'processing' }),
    s.service.tasks.add({ status: 'processing' }),
  ];
  await s.cycle();
  s.service.broken.set(bad.uuid, { latest_status_change: '9999-12-31T23:59:59Z' });
  s.service.tasks.move(bad, 'waiting');
  await s.cycle();
  s.service.tasks.move(good, 'waiting');
  await s.cycle();
  expect(s.known(good)).toBe('waiting');
});
