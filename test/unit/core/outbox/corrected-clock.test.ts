import { describe, expect, test } from 'vitest';
import { writeState } from '../../../../src-main/core/ledger/db/station-state.ts';
import { needsAttention } from '../../../../src-main/core/outbox/attention.ts';
import { outboxView } from '../../../../src-main/core/views/outbox/outbox-view.ts';
import type { Fate } from '../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest, benchWith } from './support/bench.ts';
import { failing, LOST } from './support/fates.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

benchForEachTest();

const fail = (status: number, retryAfterMs?: number) => failing(status, null, retryAfterMs);

/** Clearfolder ended while the clock was ahead, and starts with the clock as it should be. */
async function startWithTheClockSetBack(ms: number): Promise<void> {
  bench.clock.jump(-ms);
  await bench.startAgain();
}

describe('a clock that was a day ahead and is corrected between two runs', () => {
  const ahead = DAY_MS;

  test('keeps the pause of a lane as long as the service asked for, and no longer', async () => {
    bench.submit();
    bench.service.fate = () => fail(429, 60_000);
    await bench.start(1_000);
    bench.service.recover();
    await startWithTheClockSetBack(ahead);
    await bench.clock.advance(40_000);
    // The wait goes on over another start; it does not begin anew.
    await bench.restart();
    await bench.clock.advance(19_000);
    expect(bench.service.count('create')).toBe(1);
    await bench.end(6_000);
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

  test('keeps the wait that a submission or a change to a Task was told, and no longer', async () => {
    const queued = bench.submit();
    const lost = bench.submit();
    const edit = bench.say(bench.addTask().uuid, { kind: 'name', name: 'N' });
    bench.service.fate = ({ call, externalId }): Fate => {
      if (call === 'create' && externalId === lost) return { do: 'lose', failure: LOST };
      if (externalId === queued) return failing(404, 'Not Found', 600_000);
      return fail(externalId === lost ? 503 : 404, 600_000);
    };
    await bench.start(30_000);
    expect([bench.row(queued).state, bench.row(lost).state]).toEqual(['queued', 'unconfirmed']);
    const asked = bench.service.calls.length;
    bench.service.recover();
    await startWithTheClockSetBack(ahead);
    await bench.clock.advance(300_000);
    await bench.restart();
    await bench.clock.advance(260_000);
    expect(bench.service.calls.length).toBe(asked);
    await bench.end(HOUR_MS);
    expect([bench.row(queued).state, bench.message(edit).state]).toEqual(['accepted', 'accepted']);
    expect(bench.service.tasks.withExternalId(lost)).toHaveLength(1);
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
    await bench.end(HOUR_MS);
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
  await bench.end(25 * HOUR_MS);
});

test('a pause that was stored while the clock was ahead ends within a day', async () => {
  bench.submit();
  const problem = { code: 'service.busy', detail: null };
  writeState(bench.ledger, 'outbox.pause.creates', {
    problem,
    until: bench.clock.now() + 365 * DAY_MS,
    since: bench.clock.now(),
    trips: 1,
  });
  await bench.startAgain();
  await bench.end(25 * HOUR_MS);
});

const refusal = (of: string) => `CREATE TRIGGER cut BEFORE ${of} BEGIN SELECT RAISE(ABORT, 'full'); END`;

test.each([
  ['the second of the changes', refusal('UPDATE OF next_at ON message')],
  ['the last of the changes', refusal(`INSERT ON station_state WHEN NEW.key = 'outbox.pause.creates'`)],
  [
    'their end',
    `CREATE TABLE never (id INTEGER REFERENCES nowhere (id) DEFERRABLE INITIALLY DEFERRED);
     CREATE TABLE nowhere (id INTEGER PRIMARY KEY);
     CREATE TRIGGER cut AFTER UPDATE OF value ON station_state WHEN NEW.key = 'outbox.pause.creates'
     BEGIN INSERT INTO never VALUES (1); END`,
  ],
])(
  'a clock that is set back while %s cannot be written moves every wait once, as soon as that can',
  async (_, cut) => {
    const told = bench.submit();
    bench.submit();
    const edit = bench.say(bench.addTask().uuid, { kind: 'name', name: 'N' });
    bench.service.fate = ({ externalId, call }) =>
      call === 'create' && externalId !== told ? fail(429, 600_000) : fail(404, 600_000);
    await bench.start(1_000);
    const waits = () => [
      bench.row(told).next_at,
      bench.message(edit).next_at,
      bench.outbox.lanes().find(({ lane }) => lane === 'creates')?.until ?? 0,
    ];
    const before = waits();
    expect(Math.min(...before)).toBeGreaterThan(bench.clock.now());
    bench.ledger.db.exec(cut);
    bench.clock.jump(-HOUR_MS);
    await bench.clock.advance(10_000);
    expect(waits()).toEqual(before);
    bench.ledger.db.exec('DROP TRIGGER cut');
    await bench.clock.advance(10_000);
    expect(waits()).toEqual(before.map((at) => at - HOUR_MS));
  },
);
