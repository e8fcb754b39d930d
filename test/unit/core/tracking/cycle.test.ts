import { describe, expect, test } from 'vitest';
import { latestSnapshot } from '../../../../src-main/core/ledger/tasks/snapshots.ts';
import type { Failure } from '../../../../src-main/core/service/service-failure.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { Setting } from './support/setting.ts';

test('I8: a Task whose details fail stops no other Task, and its details are fetched again', async () => {
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

test('a Task with a too large answer is fetched once an hour and reported, and other Tasks continue', async () => {
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

test.each<[string, Failure]>([
  ['that cannot be read', { kind: 'unreadable', status: 200, cause: 'status is missing' }],
  ['of an error at the service', refused(500, 'oops')],
])(
  'I7: a Task whose details end in an answer %s is said at the second try, and no longer once it is read',
  async (_name, failure) => {
    using s = new Setting();
    const task = s.create('processing');
    await s.cycle();
    s.service.tasks.move(task, 'completed');
    s.before = ({ call }) => (call === 'get' ? failure : null);
    expect((await s.cycle()).problem).toBeNull();
    expect(await s.cycle()).toMatchObject({ problem: { code: 'tracking.details', detail: '1' } });
    expect(s.tracker.status()).toMatchObject({ reachable: true, problem: { code: 'tracking.details' } });
    s.before = () => null;
    expect((await s.cycle(60_000)).problem).toBeNull();
    expect(latestSnapshot(s.ledger, task.uuid)?.status).toBe('completed');
  },
);

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

describe('I8: a list row that breaks docs/service.md 2.7', () => {
  test.each([
    ['a status that is no text', { status: 7 }],
    ['a date that is none', { latest_status_change: 'yesterday' }],
    ['no name', { name: null }],
  ])('(%s) hides no other row, and the details of its Task are fetched', async (_name, wrong) => {
    using s = new Setting({ pageLength: 2 });
    const tasks = Array.from({ length: 5 }, () => s.create('processing'));
    await s.cycle();
    for (const task of tasks) s.service.tasks.move(task, 'completed');
    s.service.broken.set(tasks[2]?.uuid ?? '', wrong);
    expect(await s.cycle()).toMatchObject({ unreadable: 0, problem: null });
    expect(tasks.map((task) => s.known(task))).toEqual(tasks.map(() => 'completed'));
  });

  test('without a uuid is counted and reported, never guessed, and the cycles continue', async () => {
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

  test('of a Task of another station is not reported', async () => {
    using s = new Setting();
    s.create('processing');
    await s.cycle();
    const foreign = s.service.tasks.add({ status: 'processing' });
    s.service.broken.set(foreign.uuid, { created: null });
    expect(await s.cycle()).toMatchObject({ unreadable: 0, problem: null });
  });
});

test('the watermark stays if a page of the walk fails', async () => {
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

test('I10: the states keep the date of the last proof, also after a restart', async () => {
  using s = new Setting();
  s.create('processing');
  await s.cycle(200_000);
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

test('I8: a Task with an impossible date hides no change of other Tasks', async () => {
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

const STATUSES = ['waiting', 'completed', 'failed', 'processing'];

test('1,000 open Tasks, 7 of them changed: at most 10 requests', async () => {
  using s = new Setting();
  s.ledger.transaction(() => {
    for (let i = 0; i < 1000; i += 1) s.create('processing');
  });
  await s.cycle();
  await s.cycle();
  for (let i = 0; i < 7; i += 1)
    s.service.tasks.move(s.service.tasks.get(s.service.tasks.all[i * 100]?.uuid ?? ''), 'completed');
  const report = await s.cycle();
  expect(report.changed).toHaveLength(7);
  expect(report.requests).toBeLessThanOrEqual(10);
  expect(s.service.calls).toHaveLength(report.requests);
});

test.each([0, 7, 399])(
  '10,000 open Tasks that changed in one microsecond, of which %i changed again: at most 2 + k/200 + k requests',
  async (k) => {
    using s = new Setting({ scope: 'organisation' });
    const at = s.service.tasks.micros();
    for (let i = 0; i < 10_000; i += 1) s.service.tasks.add({ status: 'processing' }, at);
    await s.cycle();
    await s.cycle();
    for (const task of s.service.tasks.all.slice(3, 3 + k)) s.service.tasks.move(task, 'completed');
    const report = await s.cycle();
    expect(report.changed).toHaveLength(k);
    expect(report.requests).toBeLessThanOrEqual(2 + k / 200 + k);
    expect((await s.cycle()).requests).toBeLessThanOrEqual(2 + k / 200);
  },
);

test('a Task stuck for long and thousands of invalid Tasks cost no pages in each cycle', async () => {
  using s = new Setting();
  const stuck = s.create('processing');
  s.clock.forward(86_400_000);
  for (let i = 0; i < 1000; i += 1) s.service.tasks.add({ status: 'invalid' });
  await s.cycle();
  await s.cycle();
  expect((await s.cycle()).requests).toBeLessThanOrEqual(2);
  const late = s.create('processing');
  await s.cycle();
  s.service.tasks.move(late, 'invalid');
  await s.cycle();
  expect(s.known(late)).toBe('invalid');
  s.service.tasks.move(stuck, 'invalid');
  await s.cycle();
  expect(s.known(stuck)).toBe('invalid');
});

test('a first cycle over 3,000 Tasks stores all rows; the details of waiting Tasks come first, then those of ended Tasks', async () => {
  using s = new Setting({ scope: 'organisation', detailsLimit: 1000 });
  for (let i = 0; i < 3000; i += 1) s.service.tasks.add({ status: STATUSES[i % STATUSES.length] ?? '' });
  const withDetails = (status: string) =>
    s.ledger.db
      .prepare(
        'SELECT COUNT(DISTINCT uuid) FROM task JOIN snapshot ON task_uuid = uuid WHERE task.status = ?',
      )
      .pluck()
      .get(status);
  const report = await s.cycle();
  expect(report.requests).toBe(15 + 1 + 1000);
  expect(s.ledger.db.prepare('SELECT COUNT(*) FROM task').pluck().get()).toBe(3000);
  expect(withDetails('waiting')).toBe(750);
  expect((await s.cycle()).failedDetails).toBe(0);
  await s.cycle();
  expect(['waiting', 'completed', 'failed', 'processing'].map(withDetails)).toEqual([750, 750, 750, 0]);
});

test('each cycle fetches a limited number of details, and other Tasks show their new status already', async () => {
  using s = new Setting({ detailsLimit: 10 });
  const tasks = Array.from({ length: 35 }, () => s.create('processing'));
  await s.cycle();
  for (const task of tasks) s.service.tasks.move(task, 'completed');
  const report = await s.cycle();
  expect(s.service.calls.filter((call) => call.call === 'get')).toHaveLength(10);
  expect(report.changed).toHaveLength(35);
  expect(tasks.map((task) => s.known(task))).toEqual(tasks.map(() => 'completed'));
  for (let i = 0; i < 3; i += 1) await s.cycle();
  expect(s.ledger.db.prepare('SELECT COUNT(*) FROM task WHERE details_due = 1').pluck().get()).toBe(0);
});

test('a station without Tasks sends no request', async () => {
  using s = new Setting();
  s.service.tasks.add({ status: 'processing' });
  expect((await s.cycle()).requests).toBe(0);
});
