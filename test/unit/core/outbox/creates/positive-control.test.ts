import { describe, expect, test } from 'vitest';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import { needsAttention } from '../../../../../src-main/core/outbox/attention.ts';
import { bench, benchForEachTest, benchWith, QUARANTINE_MS } from '../support/bench.ts';
import { failing, LOST, NEVER, only } from '../support/fates.ts';

const HOUR_MS = 3_600_000;
const DENIED = failing(404, 'No Task matches.');

benchForEachTest();

/** Accepts so many submissions, then loses the create of one more; what of it arrived is up to `lateMs`. */
async function loseAfter(accepted: number, lateMs?: number): Promise<string> {
  for (let count = 0; count < accepted; count += 1) bench.submit();
  await bench.startAndEnd(60_000);
  const lost = bench.submit();
  const fate = { do: 'lose', failure: LOST, ...(lateMs !== undefined && { lateMs }) } as const;
  bench.service.fate = only('create', fate, lost);
  await bench.clock.advance(500);
  expect(bench.row(lost).state).toBe('unconfirmed');
  return lost;
}

const answer = () => ({ do: 'answer' }) as const;
const creates = () => bench.service.count('create');

test('I2: who denies every Task, a gateway or another organisation, is not believed', async () => {
  const lost = await loseAfter(3);
  bench.service.fate = only('get', DENIED);
  await bench.clock.advance(HOUR_MS / 2);
  expect(bench.row(lost)).toMatchObject({
    state: 'unconfirmed',
    problem_code: 'service.unproven',
    misses: 0,
  });
  expect(needsAttention(bench.row(lost), bench.clock.now())).toBe(false);
  await bench.clock.advance(4 * HOUR_MS);
  expect(needsAttention(bench.row(lost), bench.clock.now())).toBe(true);
  expect(creates()).toBe(4);
  bench.service.recover();
  await bench.end(HOUR_MS);
  expect(bench.row(lost)).toMatchObject({ state: 'accepted', problem_code: null });
  expect(bench.service.tasks.all).toHaveLength(4);
});

test('I2: while creates are paused, no denial is believed for later: the Task is found once the service shows it', async () => {
  const lost = await loseAfter(0);
  bench.service.denies = true;
  const full = bench.submit();
  bench.service.fate = only('create', failing(429, 'queue full', 600_000), full);
  await bench.clock.advance(300_000);
  bench.service.denies = false;
  bench.service.recover();
  await bench.end(HOUR_MS);
  expect(bench.row(lost)).toMatchObject({ state: 'accepted', attempts: 1 });
});

test('I2: a service that forgot everything is sent nothing again', async () => {
  const lost = await loseAfter(3, NEVER);
  for (const task of [...bench.service.tasks.all]) bench.service.tasks.forget(task);
  await bench.clock.advance(24 * HOUR_MS);
  expect(bench.row(lost)).toMatchObject({ state: 'unconfirmed', problem_code: 'service.unproven' });
  expect(creates()).toBe(4);
});

test('I2: another Task that is found with another token proves nothing', async () => {
  const lost = await loseAfter(3, NEVER);
  bench.service.fate = ({ call, externalId }) => {
    if (call === 'get') bench.service.signedBy = externalId === lost ? 'second' : 'first';
    return answer();
  };
  await bench.clock.advance(4 * HOUR_MS);
  expect(bench.row(lost)).toMatchObject({ state: 'unconfirmed', problem_code: 'service.unproven' });
  expect(creates()).toBe(4);
});

test('I2: one known Task that is gone does not keep the others from proving', async () => {
  const lost = await loseAfter(3, NEVER);
  const newest = bench.service.tasks.all.at(-1);
  if (newest !== undefined) bench.service.tasks.forget(newest);
  bench.service.recover();
  await bench.end(HOUR_MS);
  expect(bench.row(lost)).toMatchObject({ state: 'accepted', attempts: 2 });
});

test('I2: a refusal after which nobody finds any Task rejects nothing', async () => {
  await loseAfter(3, NEVER);
  bench.service.recover();
  await bench.clock.advance(QUARANTINE_MS / 2);
  const id = bench.submit({ taskType: 'strange' });
  bench.service.fate = ({ call }) => {
    if (call === 'create') return failing(409, 'There is one with this external_id.');
    return call === 'get' ? DENIED : answer();
  };
  await bench.clock.advance(HOUR_MS);
  expect(bench.row(id)).toMatchObject({ state: 'unconfirmed', problem_code: 'service.unproven' });
});

describe('the newest Tasks in the list, while the station has no control Task', () => {
  test('I2: where nothing was accepted yet, the list is asked before anything is sent again', async () => {
    const lost = await loseAfter(0);
    bench.service.fate = only('get', DENIED, lost);
    await bench.end(HOUR_MS);
    expect(bench.row(lost)).toMatchObject({ state: 'accepted', attempts: 1 });
    expect(creates()).toBe(1);
  });

  test('I2: nothing is sent again while the list cannot be read', async () => {
    const lost = await loseAfter(0, NEVER);
    bench.service.fate = only('list', failing(404, 'Not Found'));
    await bench.clock.advance(4 * HOUR_MS);
    expect(bench.row(lost)).toMatchObject({ state: 'unconfirmed', problem_code: 'service.unproven' });
    expect(creates()).toBe(1);
    bench.service.recover();
    await bench.end(HOUR_MS);
    expect(bench.row(lost)).toMatchObject({ state: 'accepted', attempts: 2 });
  });

  test('I2: a list that another token reads proves nothing', async () => {
    const lost = await loseAfter(0, NEVER);
    bench.service.fate = ({ call }) => {
      bench.service.signedBy = call === 'list' ? 'second' : 'first';
      return answer();
    };
    await bench.clock.advance(4 * HOUR_MS);
    expect(bench.row(lost).state).toBe('unconfirmed');
    expect(creates()).toBe(1);
  });
});

test('I2: Tasks of others under the references of control Tasks hide no control Task', async () => {
  await benchWith({
    outbox: {
      recordTask: (details, options) => recordTask(bench.ledger, details, { ...options, seenAt: 1 }),
    },
  });
  bench.addTask({ external_id: 'claim-7' });
  bench.submit();
  await bench.startAndEnd(60_000);
  for (let task = 0; task < 3; task += 1) {
    await bench.clock.advance(60_000);
    bench.submit({ reference: 'claim-7' });
    await bench.end(60_000);
  }
  expect(bench.service.tasks.withExternalId('claim-7')).toHaveLength(4);
  bench.addTask({ external_id: 'claim-7' });
  const lost = await loseAfter(0, NEVER);
  bench.service.recover();
  await bench.end(HOUR_MS);
  expect(bench.row(lost)).toMatchObject({ state: 'accepted', attempts: 2 });
});

describe('what others do keeps no lost create from going again', () => {
  test.each<[string, () => void]>([
    ['a Task without documents', () => void bench.addTask({ external_id: null })],
    ['a Task under a reference', () => void bench.addTask({ external_id: 'EHR-1' })],
    [
      '10,500 Tasks',
      () => {
        for (let other = 0; other < 10_500; other += 1)
          bench.service.tasks.add({ external_id: `EHR-${other}` });
      },
    ],
    [
      '60 Tasks with other documents',
      () => {
        for (let other = 0; other < 60; other += 1) bench.addStranger(`EHR-${other}`);
      },
    ],
  ])('I2: %s', async (_what, meanwhile) => {
    const lost = await loseAfter(1, NEVER);
    meanwhile();
    bench.service.recover();
    await bench.end(HOUR_MS);
    expect(bench.row(lost)).toMatchObject({ state: 'accepted', attempts: 2 });
    expect(bench.service.tasks.withExternalId(lost)).toHaveLength(1);
    expect(bench.service.count('list')).toBe(0);
  });
});
