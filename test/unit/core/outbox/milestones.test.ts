import { expect, onTestFinished, test } from 'vitest';
import { noteMilestone, noteViewed } from '../../../../src-main/core/ledger/tables/milestones.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { createMilestones } from '../../../../src-main/core/outbox/milestones.ts';
import { seededRandom } from '../../../support/random.ts';
import { detailsOf } from '../../../support/service-model/model-task.ts';
import { bench, benchWith } from './support/bench.ts';
import { LOST, only, UNSENT } from './support/fates.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function startMilestones(): void {
  const { clock, ledger, service, outbox } = bench;
  const process = clock.process();
  const loop = createMilestones({
    ...{ ledger, lanes: outbox.lanes, random: seededRandom(1), log: silentLog },
    client: service.client(process.clock),
    clock: process.clock,
  });
  loop.start();
  onTestFinished(() => process.die());
}

const logOf = (uuid: string) =>
  bench.service.events.filter((one) => one.taskUuid === uuid).map(({ event }) => event);

test('the log of a Task gets the milestones of the station, with their times and nothing else (I11)', async () => {
  await benchWith({ outbox: { milestones: true } });
  const queuedAt = bench.clock.now();
  const id = bench.submit();
  bench.service.fate = only('create', { do: 'lose', failure: LOST, lateMs: 0 });
  await bench.startAndEnd(10 * MINUTE);
  bench.service.recover();
  const uuid = bench.row(id).task_uuid ?? '';
  const task = bench.service.tasks.get(uuid);
  bench.service.tasks.move(task, 'waiting');
  bench.say(uuid, { kind: 'answer', data: null });
  await bench.rest();
  bench.service.tasks.move(task, 'waiting');
  bench.say(uuid, { kind: 'answer', data: { member_id: 'M-1' } });
  await bench.rest();
  const view = () => {
    recordTask(bench.ledger, detailsOf(task), { mine: true, seenAt: bench.clock.now() });
    noteViewed(bench.ledger, uuid, bench.clock.now());
  };
  view();
  bench.service.tasks.move(task, 'completed');
  view();
  bench.clock.forward(1);
  view();
  bench.say(uuid, { kind: 'cleared', cleared: true });
  await bench.rest();
  startMilestones();
  await bench.clock.advance(MINUTE);
  expect(logOf(uuid).toSorted()).toEqual(
    ['answered', 'followed-up', 'found', 'queued', 'viewed'].map((name) => `clearfolder.${name}`),
  );
  expect(bench.service.events.map(({ extraData }) => Object.keys(extraData))).toEqual(
    Array.from({ length: 5 }, () => ['at']),
  );
  const queued = bench.service.events.find(({ event }) => event === 'clearfolder.queued');
  expect(queued?.extraData).toEqual({ at: new Date(queuedAt).toISOString() });
  await bench.clock.advance(DAY);
  expect(bench.service.events).toHaveLength(5);
});

test('milestones wait for the service, hold up nothing, and are given up where the service refuses them or after a week', async () => {
  await benchWith({});
  const [one, two, late] = [bench.addTask().uuid, bench.addTask().uuid, bench.addTask().uuid];
  noteMilestone(bench.ledger, 'unknown', 'viewed', bench.clock.now());
  noteMilestone(bench.ledger, one, 'viewed', bench.clock.now());
  bench.service.fate = only('event', UNSENT);
  await bench.start();
  startMilestones();
  await bench.clock.advance(MINUTE);
  expect(bench.outbox.settled()).toBe(true);
  bench.service.recover();
  await bench.clock.advance(60 * MINUTE);
  expect([logOf(one), bench.service.events.length]).toEqual([['clearfolder.viewed'], 1]);
  const asked = bench.service.count('event');
  noteMilestone(bench.ledger, late, 'viewed', bench.clock.now() - 8 * DAY);
  noteMilestone(bench.ledger, two, 'viewed', bench.clock.now());
  await bench.clock.advance(DAY);
  expect(bench.service.count('event')).toBe(asked + 1);
  expect(logOf(two)).toEqual(['clearfolder.viewed']);
});
