import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bench, benchForEachTest, benchWith, QUARANTINE_MS } from '../support/bench.ts';
import { LOST, loseFirst, NEVER, only, UNSENT } from '../support/fates.ts';

benchForEachTest();

test('a create becomes a Task: accepted, recorded, its copies gone', async () => {
  const id = bench.submit({ files: ['a.pdf', 'b.pdf'] });
  await bench.startAndEnd(1_000);
  const row = bench.row(id);
  expect(row).toMatchObject({ state: 'accepted', attempts: 1, problem_code: null });
  expect(bench.recorded).toEqual([{ uuid: row.task_uuid, mine: true }]);
  expect(readdirSync(bench.spoolDir)).toEqual([]);
  expect(bench.service.tasks.withExternalId(id)).toHaveLength(1);
});

test('I2: a create is durable as sending before the client is called, under the same external_id every time', async () => {
  const id = bench.submit();
  const seen: string[] = [];
  bench.service.fate = () => {
    seen.push(`${bench.row(id).state} ${bench.row(id).attempts}`);
    return seen.length < 3 ? UNSENT : { do: 'answer' };
  };
  await bench.startAndEnd(600_000);
  expect(seen).toEqual(['sending 1', 'sending 2', 'sending 3']);
  expect(new Set(bench.service.calls.map((call) => call.externalId))).toEqual(new Set([id]));
});

test('I2: a create is never taken for the Task of another submission, whatever the answer says', async () => {
  const first = bench.submit();
  await bench.startAndEnd(1_000);
  const task = bench.service.tasks.get(bench.service.tasks.withExternalId(first)[0]?.uuid ?? '');
  const second = bench.submit();
  task.external_id = second;
  bench.service.fate = only('create', { do: 'fail', failure: LOST });
  await bench.clock.advance(60_000);
  expect(bench.row(second)).toMatchObject({ state: 'unconfirmed', task_uuid: null });
  task.external_id = first;
  bench.service.recover();
  await bench.end(1_800_000);
  expect(bench.row(second).task_uuid).toBe(bench.service.tasks.withExternalId(second)[0]?.uuid);
});

test('I2: a create: what never arrived is sent again only after the quarantine and three spaced 404s', async () => {
  const id = bench.submit();
  bench.service.fate = loseFirst('create', NEVER);
  await bench.startAndEnd(600_000);
  const [first, second] = bench.service.calls.filter(({ call }) => call === 'create');
  const looks = bench.service.calls.filter(({ call }) => call === 'get');
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(QUARANTINE_MS);
  expect(looks.length).toBeGreaterThanOrEqual(3);
  // A last look comes right before the second create.
  for (const [index, look] of looks.slice(1, 3).entries()) {
    expect(look.at - (looks[index]?.at ?? 0)).toBeGreaterThanOrEqual(QUARANTINE_MS / 3);
  }
  expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 2 });
  expect(bench.service.tasks.withExternalId(id)).toHaveLength(1);
});

test('I2: a create: no jump of the wall clock shortens the quarantine', async () => {
  bench.submit();
  bench.service.fate = only('create', { do: 'lose', failure: LOST, lateMs: NEVER });
  await bench.start(2_000);
  for (const jump of [3_600_000, -7_200_000, 3_600_000, 86_400_000]) {
    bench.clock.jump(jump);
    bench.outbox.retryAll();
    await bench.clock.advance(3_000);
  }
  expect(bench.service.count('create')).toBe(1);
  await bench.clock.advance(4 * QUARANTINE_MS);
  expect(bench.service.count('create')).toBeGreaterThan(1);
});

test('a create: a wall clock set back while nothing ran does not stretch the time to take something back', async () => {
  const id = bench.submit();
  const now = bench.clock.now();
  bench.ledger.db
    .prepare('UPDATE submission SET created_at = ?, next_at = ? WHERE id = ?')
    .run(now, now + 8_000, id);
  bench.clock.jump(-86_400_000);
  await bench.startAgain();
  await bench.clock.advance(7_000);
  expect(bench.service.count('create')).toBe(0);
  await bench.clock.advance(3_000);
  expect(bench.row(id).state).toBe('accepted');
});

test('I2: a create: another Task under the same external_id is not adopted', async () => {
  const id = bench.submit();
  bench.addTask({ external_id: id, task_type: 'coverage' });
  bench.service.fate = only('create', { do: 'lose', failure: LOST, lateMs: NEVER });
  await bench.startAndEnd(60_000);
  expect(bench.row(id)).toMatchObject({
    state: 'rejected',
    problem_code: 'service.conflict',
    problem_detail: 'coverage',
  });
  bench.outbox.retry(id);
  expect(bench.row(id).state).toBe('unconfirmed');
  expect(bench.service.count('create')).toBe(1);
});

test('I2: a create: what another station perhaps sent is looked up before anything is sent', async () => {
  const id = bench.submit({ perhapsSent: true });
  bench.addTask({ external_id: id, status: 'completed' });
  await bench.startAndEnd(60_000);
  expect(bench.row(id).state).toBe('accepted');
  expect(bench.service.count('create')).toBe(0);
});

test('I2: a create: an exception after the service accepted leaves it unconfirmed, not lost and not sent twice', async () => {
  let broken = true;
  const recordTask = () => {
    if (broken) throw new RangeError('no room');
  };
  await benchWith({ outbox: { recordTask } });
  const id = bench.submit();
  await bench.start(60_000);
  expect(bench.row(id)).toMatchObject({ state: 'unconfirmed', problem_code: 'engine.fault' });
  expect(bench.logs('engine.fault').length).toBeGreaterThan(0);
  broken = false;
  await bench.endAccepted(3_600_000, id);
  expect(bench.service.tasks.all).toHaveLength(1);
});
