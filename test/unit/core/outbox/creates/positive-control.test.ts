import { describe, expect, test } from 'vitest';
import { needsAttention } from '../../../../../src-main/core/outbox/attention.ts';
import { refused } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest, QUARANTINE_MS } from '../support/bench.ts';
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

describe('the list by time of creation and task type', () => {
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

  describe.each([0, 3])('with %i accepted before', (accepted) => {
    test.each([
      ['right', 0],
      ['five hours ahead', 5 * HOUR_MS],
      ['five hours behind', -5 * HOUR_MS],
    ])('I2: a changed external_id goes to a person, with a clock that is %s', async (_name, ahead) => {
      bench.clock.jump(ahead);
      const lost = await loseAfter(accepted);
      const [task] = bench.service.tasks.withExternalId(lost);
      if (task === undefined) throw new Error('the create did not arrive');
      bench.service.tasks.rename(task, 'changed by hand');
      for (let other = 0; other < 250; other += 1)
        bench.addStranger(`01TEST${9_000 + other}`.padEnd(26, '0'));
      bench.service.recover();
      await bench.end(HOUR_MS);
      const told = { state: 'rejected', problem_code: 'service.perhaps-there', problem_detail: task.uuid };
      expect(bench.row(lost)).toMatchObject(told);
      expect(bench.outbox.retryAll()).toBe(0);
      await bench.clock.advance(HOUR_MS);
      expect(bench.row(lost)).toMatchObject(told);
      expect(creates()).toBe(accepted + 1);
      bench.outbox.retry(lost);
      await bench.end(HOUR_MS);
      expect(bench.row(lost)).toMatchObject({ state: 'accepted', attempts: 2 });
    });
  });

  test('I2: where the bytes cannot be had, number and names tell', async () => {
    const lost = await loseAfter(1);
    const [task] = bench.service.tasks.withExternalId(lost);
    if (task !== undefined) bench.service.tasks.rename(task, 'changed by hand');
    bench.service.linkFate = () => ({ do: 'fail', failure: refused(403) });
    bench.service.recover();
    await bench.end(HOUR_MS);
    expect(bench.row(lost).problem_code).toBe('service.perhaps-there');
  });

  test('I2: Tasks of others, with other documents, do not keep it from going again by itself', async () => {
    const lost = await loseAfter(1, NEVER);
    const same = bench.service.tasks.all[0]?.data_items[0];
    for (const name of ['scan.pdf', 'fax.pdf']) {
      const task = bench.addTask({ external_id: `EHR ${name}` });
      if (same !== undefined) {
        const uuid = task.uuid.replace(/^.{8}/, '0badbeef');
        task.data_items.push({ ...same, uuid, name });
        bench.service.tasks.hashes.set(uuid, `other ${name}`);
      }
    }
    bench.addTask({ external_id: null, task_type: 'coverage' });
    bench.service.recover();
    await bench.end(HOUR_MS);
    expect(bench.row(lost)).toMatchObject({ state: 'accepted', attempts: 2 });
  });
});
