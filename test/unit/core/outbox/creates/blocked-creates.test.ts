import { expect, test } from 'vitest';
import { bench, benchForEachTest } from '../support/bench.ts';
import { failing, only } from '../support/fates.ts';

benchForEachTest();

const blocked = failing(403);

test('I8: something in between that blocks every create for a while is one pause of creates with one message, and no refusal of all', async () => {
  const ids = Array.from({ length: 12 }, () => bench.submit());
  const edit = bench.say(bench.addStranger().uuid, { kind: 'name', name: 'N' });
  bench.service.fate = only('create', blocked);
  await bench.start(3_600_000);
  const rejected = () => ids.filter((id) => bench.row(id).state === 'rejected');
  expect(rejected()).toHaveLength(2);
  expect(bench.message(edit).state).toBe('accepted');
  expect(bench.outbox.lanes()).toMatchObject([{ lane: 'creates', problem: { code: 'service.blocked-all' } }]);
  // Each probe is another document than the last, until all had their turn.
  const made = bench.service.calls.filter(({ call }) => call === 'create').map((call) => call.externalId);
  expect(new Set(made.slice(0, 12)).size).toBe(12);
  await bench.restart();
  await bench.clock.advance(3_600_000);
  expect(rejected()).toHaveLength(2);
  bench.service.recover();
  await bench.end(3_600_000);
  expect(bench.outbox.lanes()).toEqual([]);
  expect(bench.service.tasks.all).toHaveLength(11);
  for (const id of rejected()) bench.outbox.retry(id);
  await bench.end(3_600_000);
  expect(ids.map((id) => bench.service.tasks.withExternalId(id).length)).toEqual(ids.map(() => 1));
});

test('I8: something in between that blocks some documents for good holds up no others, and each of them is refused in the end', async () => {
  const bad = Array.from({ length: 6 }, () => bench.submit());
  const good = Array.from({ length: 6 }, () => bench.submit());
  bench.service.fate = ({ call, externalId }) =>
    call === 'create' && bad.includes(externalId ?? '') ? blocked : { do: 'answer' };
  await bench.start(600_000);
  expect(good.map((id) => bench.row(id).state)).toEqual(good.map(() => 'accepted'));
  // Every document that goes through shows that it is not all of them.
  for (let more = 0; more < 6; more += 1) {
    bench.submit();
    await bench.clock.advance(3_600_000);
  }
  expect(bad.map((id) => bench.row(id).state)).toEqual(bad.map(() => 'rejected'));
  expect(bench.outbox.settled()).toBe(true);
});

test('I8: something in between that refuses one document again and again does not stop the others for it', async () => {
  const id = bench.submit();
  bench.service.fate = only('create', blocked, id);
  await bench.start();
  for (let times = 0; times < 4; times += 1) {
    await bench.end(600_000);
    expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.blocked' });
    bench.outbox.retry(id);
  }
  expect(bench.logs('lane.paused')).toEqual([]);
});
