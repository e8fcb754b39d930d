import { expect, test } from 'vitest';
import { Setting } from './support/setting.ts';

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
  '10,000 open Tasks that all changed in the same microsecond, %i of them changed since: at most 2 + k/200 + k requests',
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

test('a Task stuck since long ago, and thousands that became invalid since, cost no pages cycle after cycle', async () => {
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

test('a first look at 3,000 Tasks gives all rows at once, and details only for those that wait', async () => {
  using s = new Setting({ scope: 'organisation' });
  for (let i = 0; i < 3000; i += 1) s.service.tasks.add({ status: i % 100 === 0 ? 'waiting' : 'completed' });
  const report = await s.cycle();
  expect(report.requests).toBe(15 + 30);
  expect(s.ledger.db.prepare('SELECT COUNT(*) FROM task').pluck().get()).toBe(3000);
});

test('details are bounded per cycle, and what could not be fetched yet shows its new status already', async () => {
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

test('a station without Tasks asks the service nothing', async () => {
  using s = new Setting();
  s.service.tasks.add({ status: 'processing' });
  expect((await s.cycle()).requests).toBe(0);
});
