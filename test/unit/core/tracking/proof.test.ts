import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../../src-main/contract/local-day.ts';
import { describeProblem } from '../../../../src-main/contract/problem.ts';
import { readTask, type TrackingScope } from '../../../../src-main/core/ledger/tasks/task-row.ts';
import { taskDetailView } from '../../../../src-main/core/views/task-detail-view.ts';
import { taskFullView } from '../../../../src-main/core/views/task-full-view.ts';
import { tasksView } from '../../../../src-main/core/views/tasks-view.ts';
import type { ModelTask } from '../../../support/service-model/model-task.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { Setting } from './support/setting.ts';

const MINUTE = 60_000;
/** Within this time each open Task is read by its uuid: three minutes, and the cycle that is then due. */
const BOUND = 3 * MINUTE + 15_000;

const iso = (at: number) => new Date(at).toISOString();
const later = (s: Setting, ms: number) => s.service.tasks.micros() + ms * 1000;
const pass = async (s: Setting, ms: number) => {
  for (let passed = 0; passed < ms; passed += 15_000) await s.cycle();
};
const known = (s: Setting, tasks: readonly ModelTask[]) => tasks.map((task) => s.known(task));
const gets = (s: Setting) => s.service.calls.filter(({ call }) => call === 'get').length;

describe.each<TrackingScope>(['station', 'organisation'])('I8: in the scope %s', (scope) => {
  test.each([
    ['six hours ahead', 6 * 60 * MINUTE],
    ['two seconds ahead', 2_000],
    ['a year ahead', 365 * 24 * 60 * MINUTE],
  ])('a Task whose change is dated %s of the service hides no change of another Task', async (_name, ms) => {
    using s = new Setting({ scope });
    const [liar, ...others] = Array.from({ length: 4 }, () => s.create('processing'));
    await s.cycle();
    if (liar) s.service.tasks.move(liar, 'waiting', { at: later(s, ms) });
    await s.cycle();
    for (const task of others) {
      await s.cycle();
      s.service.tasks.move(task, 'completed');
    }
    await s.cycle();
    expect(known(s, others)).toEqual(others.map(() => 'completed'));
  });

  test('the only open Task, whose last change is dated ahead, is seen to end', async () => {
    using s = new Setting({ scope });
    const task = s.create('processing', later(s, 6 * 60 * MINUTE));
    await s.cycle();
    await s.cycle();
    s.service.tasks.move(task, 'completed');
    await s.cycle();
    expect(s.known(task)).toBe('completed');
  });

  test('a start of the window that was stored while the clock was ahead is not believed', async () => {
    using s = new Setting({ scope });
    const task = s.create('processing');
    await s.cycle();
    const ahead = iso(s.clock.now() + 6 * 60 * MINUTE);
    s.ledger.db
      .prepare(`UPDATE station_state SET value = ? WHERE key = ?`)
      .run(JSON.stringify({ from: ahead, seen: ahead }), `tracking.watermark.${scope}`);
    s.restart();
    s.service.tasks.move(task, 'completed');
    await s.cycle();
    expect(s.known(task)).toBe('completed');
  });
});

test('I8: a date of cleared that lies ahead of the service hides no other cleared Task', async () => {
  using s = new Setting();
  const [liar, other] = [s.create('completed'), s.create('completed')];
  s.create('waiting');
  await s.cycle();
  await s.cycle(11 * MINUTE);
  liar.cleared = iso(s.clock.now() + 6 * 60 * MINUTE);
  await s.cycle(11 * MINUTE);
  other.cleared = iso(s.clock.now());
  await s.cycle(11 * MINUTE);
  expect(readTask(s.ledger, other.uuid)?.cleared).toBe(other.cleared);
});

test('changes by a worker whose clock is 10 s behind are seen within the bound, then as soon as all others, also after a restart', async () => {
  using s = new Setting();
  const slow = Array.from({ length: 60 }, () => s.create('processing'));
  const quick = Array.from({ length: 60 }, () => s.create('processing'));
  await s.cycle();
  const end = async (from: number, to: number) => {
    for (let i = from; i < to; i += 1) {
      const [first, second] = [slow[i], quick[i]];
      if (first) s.service.tasks.move(first, 'completed', { at: later(s, -10_000) });
      s.clock.forward(14_000);
      if (second) s.service.tasks.move(second, 'completed');
      await s.cycle(1_000);
    }
  };
  await end(0, 30);
  await pass(s, BOUND);
  expect(known(s, slow.slice(0, 30))).toEqual(Array(30).fill('completed'));
  s.restart();
  for (let i = 30; i < 60; i += 1) {
    await end(i, i + 1);
    expect(s.known(slow[i] ?? s.create())).toBe('completed');
  }
});

test.each([
  ['waiting', -20_000],
  ['waiting', -3_600_000],
  ['failed', -3_600_000],
])(
  'a change to %s that is dated %i ms late is seen within the bound, whatever the date of the status before',
  async (status, late) => {
    using s = new Setting();
    const task = s.create('processing');
    s.create('processing');
    await s.cycle();
    s.service.tasks.move(task, status, { at: later(s, late) });
    await pass(s, BOUND);
    expect(s.known(task)).toBe(status);
  },
);

test('I10: a Task that the service lost is denied within one bound, and gone within two', async () => {
  using s = new Setting();
  const [task, other] = [s.accept(s.create('processing')), s.accept(s.create('processing'))];
  await s.cycle();
  s.service.tasks.forget(task);
  await pass(s, BOUND);
  expect(readTask(s.ledger, task.uuid)?.denied_since).not.toBeNull();
  await pass(s, BOUND);
  expect(readTask(s.ledger, task.uuid)?.gone_since).not.toBeNull();
  expect(readTask(s.ledger, other.uuid)?.denied_since).toBeNull();
});

test('I10: "Last checked" is the time of the oldest proof of an open Task, not of the last list', async () => {
  using s = new Setting();
  const [stuck, fine] = [s.create('processing'), s.create('processing')];
  const begun = s.clock.now();
  await s.cycle();
  expect(s.tracker.status().asOf).toBe(begun);
  s.before = ({ call, taskUuid }) => (call === 'get' && taskUuid === stuck.uuid ? refused(500) : null);
  await pass(s, 20 * MINUTE);
  expect(s.service.calls.some(({ call }) => call === 'list')).toBe(true);
  expect(s.tracker.status()).toMatchObject({
    asOf: begun,
    reachable: true,
    problem: { code: 'tracking.details' },
  });
  expect(describeProblem({ code: 'tracking.details', detail: '1' }).message).toContain('1');
  expect(s.restart().status().asOf).toBe(begun);
  expect(tasksView(s.ledger, {}).as_of).toBe(iso(begun));
  const own = (task: ModelTask) => [
    taskDetailView(s.ledger, task.uuid).as_of,
    taskFullView(s.ledger, task.uuid, dayOf(new Date(s.clock.now()))).as_of,
  ];
  expect(own(stuck)).toEqual([iso(begun), iso(begun)]);
  const checked = Date.parse(own(fine)[0] ?? '');
  expect(checked).toBeGreaterThanOrEqual(s.clock.now() - BOUND);
  s.before = () => null;
  await pass(s, 11 * MINUTE);
  expect(s.tracker.status().asOf).toBeGreaterThanOrEqual(s.clock.now() - BOUND);
  expect(s.tracker.status().problem).toBeNull();
  for (const task of [stuck, fine]) s.service.tasks.move(task, 'completed');
  await s.cycle();
  expect(s.tracker.status().asOf).toBe(s.clock.now());
});

test('I10: a clock that was set back leaves no open Task unread', async () => {
  using s = new Setting();
  const tasks = [s.create('processing'), s.create('processing')];
  await s.cycle();
  s.clock.jump(-24 * 60 * MINUTE);
  await s.cycle();
  expect(gets(s)).toBe(2);
  expect(tasks.map(({ uuid }) => readTask(s.ledger, uuid)?.checked_at)).toEqual(
    tasks.map(() => s.clock.now()),
  );
});

test.each(['waiting', 'completed'] as const)(
  'I10: after a clock was set back, the change to %s is seen although its date is too early',
  async (status) => {
    using s = new Setting();
    const task = s.create('processing');
    await s.cycle();
    s.clock.jump(-2 * 60 * MINUTE);
    s.service.tasks.datesAheadMs = -60 * MINUTE;
    s.service.tasks.move(task, status);
    await pass(s, BOUND);
    expect(readTask(s.ledger, task.uuid)?.status).toBe(status);
  },
);

test.each([
  [0, 0, 0],
  [10, 4, 12],
  [1000, 90, 110],
])('with %i open Tasks on a quiet station, %i to %i requests a minute', async (open, least, most) => {
  using s = new Setting();
  s.ledger.transaction(() => {
    for (let i = 0; i < open; i += 1) s.create('processing');
  });
  await pass(s, 30 * MINUTE);
  let requests = 0;
  let oldest = Number.POSITIVE_INFINITY;
  for (let cycle = 0; cycle < 40 * 4; cycle += 1) {
    requests += (await s.cycle()).requests;
    oldest = Math.min(oldest, (s.tracker.status().asOf ?? s.clock.now()) - s.clock.now());
  }
  expect(requests / 40).toBeGreaterThanOrEqual(least);
  expect(requests / 40).toBeLessThanOrEqual(most);
  expect(-oldest).toBeLessThanOrEqual(open > 300 ? (open / 100 + 1) * MINUTE : BOUND);
});
