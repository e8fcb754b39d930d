import { describe, expect, test } from 'vitest';
import { needsAttention } from '../../../../src-main/core/outbox/attention.ts';
import { outboxView } from '../../../../src-main/core/views/outbox/outbox-view.ts';
import { bench, benchForEachTest, benchWith } from './support/bench.ts';
import { failing, LOST } from './support/fates.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

benchForEachTest();

/** The longest backoff of a row, and time for the requests. */
const LONGEST_MS = 76 * 60_000;

const fail = (status: number, retryAfterMs?: number) => failing(status, null, retryAfterMs);

/** Clearfolder ended while the clock was ahead, and starts with the clock as it should be. */
async function startWithTheClockSetBack(ms: number): Promise<void> {
  bench.clock.jump(-ms);
  await bench.startAgain();
}

describe.each([
  ['five hours', 5 * HOUR_MS],
  ['a day', DAY_MS],
  ['400 days', 400 * DAY_MS],
])('a clock that was %s ahead and is corrected between two runs', (_, ahead) => {
  test('ends the pause of a lane, which one request then probes', async () => {
    const ids = [bench.submit(), bench.submit()];
    bench.service.fate = ({ call }) => (call === 'create' ? fail(429, 600_000) : { do: 'answer' });
    await bench.start(1_000);
    const asked = bench.service.count('create');
    await startWithTheClockSetBack(ahead);
    await bench.clock.advance(1_000);
    expect(bench.service.count('create')).toBe(asked + 1);
    bench.service.recover();
    await bench.end(LONGEST_MS);
    expect(ids.map((id) => bench.row(id).state)).toEqual(['accepted', 'accepted']);
  });

  test('keeps the time in which a person can take something back', async () => {
    const id = bench.submit({ notBefore: bench.clock.now() + 8_000 });
    await startWithTheClockSetBack(ahead);
    await bench.clock.advance(7_000);
    expect(bench.row(id).attempts).toBe(0);
    await bench.end(3_000);
  });

  test('keeps nothing waiting that was due and went back into the queue untried', async () => {
    let ours = false;
    let shared = '';
    await benchWith({ guard: { mayCreate: async ({ seq }) => ours || seq !== bench.row(shared).seq } });
    const busy = bench.submit();
    shared = bench.submit();
    await bench.clock.advance(5);
    bench.service.fate = () => fail(429);
    await bench.start(5);
    expect(bench.row(busy)).toMatchObject({ state: 'queued', problem_code: 'service.busy' });
    expect(bench.row(shared)).toMatchObject({ state: 'queued', problem_code: 'station.other' });
    // Nobody is told a date that is none.
    const until = bench.outbox.lanes()[0]?.until ?? 0;
    expect(outboxView(bench.ledger).map((entry) => entry.next_attempt_at)).toEqual([
      new Date(until).toISOString(),
      null,
    ]);
    bench.service.recover();
    ours = true;
    await startWithTheClockSetBack(ahead);
    await bench.end(60_000);
  });

  test('keeps nothing waiting that was made while the clock was right', async () => {
    const lost = bench.submit();
    const task = bench.addTask({ status: 'waiting' }).uuid;
    const answer = bench.say(task, { kind: 'answer', data: { member_id: '1' } });
    bench.service.fate = ({ call }) => (call === 'create' ? { do: 'lose', failure: LOST } : fail(503));
    await bench.start(60_000);
    bench.clock.jump(ahead);
    await bench.clock.advance(HOUR_MS);
    expect([bench.row(lost).state, bench.message(answer).state]).toEqual(['unconfirmed', 'queued']);
    bench.service.recover();
    await startWithTheClockSetBack(ahead);
    await bench.end(LONGEST_MS);
    expect([bench.row(lost).state, bench.message(answer).state]).toEqual(['accepted', 'accepted']);
  });

  test.each(['between two runs', 'while it runs'])(
    'does not hide for as long what needs attention (%s)',
    async (when) => {
      const id = bench.submit();
      const edit = bench.say(bench.addTask().uuid, { kind: 'name', name: 'N' });
      bench.service.fate = () => fail(404);
      await bench.start(1_000);
      if (when === 'while it runs') bench.clock.jump(-ahead);
      else await startWithTheClockSetBack(ahead);
      await bench.clock.advance(HOUR_MS);
      for (const row of [bench.row(id), bench.message(edit)])
        expect(needsAttention(row, bench.clock.now())).toBe(false);
      await bench.clock.advance(DAY_MS);
      for (const row of [bench.row(id), bench.message(edit)])
        expect(needsAttention(row, bench.clock.now())).toBe(true);
    },
  );

  test('does not lengthen the day that an answer waits for a busy Task', async () => {
    const task = bench.addTask({ status: 'pending' }).uuid;
    const answer = bench.say(task, { kind: 'answer', data: { member_id: '1' } });
    await bench.start(60_000);
    expect(bench.message(answer)).toMatchObject({ state: 'queued', problem_code: 'answer.not-waiting' });
    await startWithTheClockSetBack(ahead);
    await bench.clock.advance(DAY_MS + HOUR_MS);
    expect(bench.message(answer).state).toBe('rejected');
  });
});

test('nothing waits for years, whatever the clock was when that was written', async () => {
  bench.submit();
  bench.say(bench.addTask().uuid, { kind: 'name', name: 'N' });
  for (const table of ['submission', 'message'])
    bench.ledger.db.prepare(`UPDATE ${table} SET next_at = ?`).run(bench.clock.now() + 365 * DAY_MS);
  await bench.startAgain();
  await bench.end(15 * 60_000);
});

describe.each([
  ['set back by half an hour', -HOUR_MS / 2],
  ['set back by five hours', -5 * HOUR_MS],
  ['set back by 400 days', -400 * DAY_MS],
])('a clock that is %s while the outbox runs', (_, jump) => {
  test('neither lengthens nor shortens a wait or a pause', async () => {
    const told = bench.submit();
    bench.submit();
    const edit = bench.say(bench.addTask().uuid, { kind: 'name', name: 'N' });
    bench.service.fate = ({ externalId, call }) =>
      call === 'create' && externalId !== told ? fail(429, 600_000) : fail(404, 600_000);
    await bench.start(1_000);
    const asked = bench.service.calls.length;
    bench.clock.jump(jump);
    await bench.clock.advance(590_000);
    expect(bench.service.calls.length).toBe(asked);
    bench.service.recover();
    await bench.end(16 * 60_000);
    expect([bench.row(told).state, bench.message(edit).state]).toEqual(['accepted', 'accepted']);
  });

  test('keeps the time in which a person can take something back, whether it begins before or after', async () => {
    await bench.start(1_000);
    const undoable = () => bench.submit({ notBefore: bench.outbox.dueTime() + 8_000 });
    const before = undoable();
    await bench.clock.advance(1_000);
    bench.clock.jump(jump);
    await bench.clock.advance(6_000);
    const after = undoable();
    expect(bench.row(before).attempts).toBe(0);
    await bench.clock.advance(7_000);
    expect([bench.row(before).state, bench.row(after).attempts]).toEqual(['accepted', 0]);
    await bench.end(3_000);
  });
});

test('a clock that is set forward and back again keeps nothing waiting', async () => {
  const id = bench.submit();
  bench.service.fate = () => fail(404);
  await bench.start(1_000);
  bench.clock.jump(DAY_MS);
  await bench.clock.advance(LONGEST_MS);
  bench.clock.jump(-DAY_MS);
  bench.service.recover();
  const anew = bench.submit();
  await bench.end(LONGEST_MS);
  expect([bench.row(id).state, bench.row(anew).state]).toEqual(['accepted', 'accepted']);
});
