import { expect, test } from 'vitest';
import { openFolder } from '../../../../src-main/core/ledger/tables/folders.ts';
import { markUnconfirmed } from '../../../../src-main/core/ledger/tables/perhaps-sent.ts';
import { outboxRows } from '../../../../src-main/core/views/outbox/outbox-rows-view.ts';
import { outboxView } from '../../../../src-main/core/views/outbox/outbox-view.ts';
import { refuseWrites, takeWrites } from '../../../support/refused-writes.ts';
import { bench, benchForEachTest, benchWith } from './support/bench.ts';
import { failing, LOST, UNSENT } from './support/fates.ts';

benchForEachTest();

const busy = (retryAfterMs: number) => failing(429, 'queue full', retryAfterMs);
const refusedSecret = { do: 'fail', failure: { kind: 'auth-refused', status: 403, detail: null } } as const;

test('I8: a full queue pauses creates only, once, with one message; then one probe goes first', async () => {
  const waiting = bench.addTask();
  const ids = Array.from({ length: 12 }, () => bench.submit());
  const edit = bench.say(waiting.uuid, { kind: 'name', name: 'N' });
  let full = true;
  bench.service.fate = ({ call }) =>
    call === 'create' ? (full ? busy(60_000) : { do: 'answer', afterMs: 1_000 }) : { do: 'answer' };
  await bench.start(59_000);
  expect(bench.service.count('create')).toBeLessThanOrEqual(4);
  expect(bench.message(edit).state).toBe('accepted');
  expect(bench.logs('lane.paused')).toHaveLength(1);
  expect(bench.outbox.lanes()).toMatchObject([{ lane: 'creates', problem: { code: 'service.busy' } }]);
  expect(ids.map((id) => bench.row(id).state)).toEqual(ids.map(() => 'queued'));
  expect(bench.outbox.settled()).toBe(false);

  const before = bench.service.count('create');
  full = false;
  await bench.clock.runUntil(() => bench.service.count('create') > before, 120_000);
  await bench.clock.advance(900);
  expect(bench.service.count('create')).toBe(before + 1);
  await bench.end(60_000);
  expect(bench.outbox.lanes()).toEqual([]);
  expect(bench.service.tasks.all).toHaveLength(13);
});

test('a Retry-After of years is told as the time of the next try, and a retry of a person tries at once', async () => {
  const YEARS_MS = 10 * 365 * 86_400_000;
  const ids = Array.from({ length: 3 }, () => bench.submit());
  bench.service.fate = ({ call }) => (call === 'create' ? busy(YEARS_MS) : { do: 'answer' });
  await bench.start(30_000);
  const [lane] = bench.outbox.lanes();
  const until = new Date(lane?.until ?? 0);
  expect(until.getTime() - bench.clock.now()).toBeLessThan(25 * 3_600_000);
  // Also the rows that were not tried say when they go.
  expect(outboxView(bench.ledger).map((row) => row.next_attempt_at)).toEqual(
    ids.map(() => until.toISOString()),
  );
  const refs = ids.map((id) => ({ table: 'submission' as const, id }));
  expect(outboxRows(bench.ledger, refs, []).map((row) => row.next_attempt_at)).toEqual(
    ids.map(() => until.toISOString()),
  );

  // The service is still full: one request tries, and the pause begins anew.
  const before = bench.service.count('create');
  bench.outbox.retryAll();
  await bench.outbox.checkAgain();
  await bench.clock.advance(1_000);
  expect(bench.service.count('create')).toBe(before + 1);
  expect(bench.outbox.lanes()).toMatchObject([{ lane: 'creates', problem: { code: 'service.busy' } }]);

  bench.service.recover();
  bench.outbox.retry(ids[0] ?? '');
  await bench.outbox.checkAgain();
  await bench.end(60_000);
  expect(ids.map((id) => bench.row(id).state)).toEqual(ids.map(() => 'accepted'));
});

test('I8: a full queue does not keep unconfirmed ones from being looked up', async () => {
  const id = bench.submit();
  bench.service.fate = ({ call, externalId }) => {
    if (call !== 'create') return { do: 'answer' };
    return externalId === id ? { do: 'lose', failure: LOST } : busy(3_600_000);
  };
  bench.submit();
  await bench.start(10_000);
  expect(bench.row(id).state).toBe('accepted');
});

test('I8: a refused api_secret pauses everything with one message until the credentials change', async () => {
  const ids = Array.from({ length: 8 }, () => bench.submit());
  const edit = bench.say(bench.addTask().uuid, { kind: 'cleared', cleared: true });
  bench.service.fate = () => refusedSecret;
  await bench.start(1_000);
  const made = bench.service.calls.length;
  await bench.clock.advance(3_600_000);
  expect(bench.service.calls).toHaveLength(made);
  expect(bench.logs('lane.paused')).toHaveLength(1);
  expect(bench.outbox.lanes()).toMatchObject([
    { lane: 'all', problem: { code: 'auth.refused' }, until: null },
  ]);
  expect([...ids.map((id) => bench.row(id).state), bench.message(edit).state]).toEqual(
    Array(9).fill('queued'),
  );
  expect(bench.outbox.settled()).toBe(true);

  bench.service.recover();
  await bench.outbox.credentialsChanged();
  await bench.clock.runUntil(() => bench.outbox.lanes().length === 0 && bench.outbox.settled(), 60_000);
  expect(ids.map((id) => bench.row(id).state)).toEqual(ids.map(() => 'accepted'));
  expect(bench.message(edit).state).toBe('accepted');
});

test('I8: a refused api_secret goes on with another one, though the secret store cannot be read just then', async () => {
  const id = bench.submit();
  bench.service.fate = () => refusedSecret;
  await bench.start(1_000);
  expect(bench.outbox.lanes()).toMatchObject([{ lane: 'all', until: null }]);
  bench.service.recover();
  bench.service.reload = () => Promise.reject(new Error('the store is busy'));
  await expect(bench.outbox.credentialsChanged()).rejects.toThrow('busy');
  await bench.endAccepted(60_000, id);
});

test('I8: a refused api_secret: news of credentials that were replaced meanwhile pauses nothing', async () => {
  bench.submit();
  let calls = 0;
  bench.service.fate = () => {
    calls += 1;
    if (calls > 1) return { do: 'answer' };
    void bench.outbox.credentialsChanged();
    return refusedSecret;
  };
  await bench.start();
  expect(await bench.clock.runUntil(() => bench.service.tasks.all.length === 1, 60_000)).toBe(true);
});

test('I8: a row that cannot be read is kept, and the others go on', async () => {
  const bad = bench.submit();
  const good = bench.submit();
  bench.ledger.db.prepare(`UPDATE submission SET request_spec = '[1]' WHERE id = ?`).run(bad);
  await bench.start(20_000);
  expect(bench.row(good).state).toBe('accepted');
  // The fault paused no lane: a document that comes later goes out at once.
  const later = bench.submit();
  await bench.clock.advance(1_000);
  expect(bench.row(later).state).toBe('accepted');
  const state = bench.ledger.db.prepare('SELECT state, problem_code FROM submission WHERE id = ?').get(bad);
  expect(state).toEqual({ state: 'queued', problem_code: 'engine.fault' });
  expect(bench.service.count('create')).toBe(2);
});

const fill = () => refuseWrites(bench.ledger, 'UPDATE ON submission');
const free = () => takeWrites(bench.ledger);

test('I8: a ledger that cannot be written sends nothing it could not write down first, spins on nothing, and goes on afterwards', async () => {
  const id = bench.submit();
  const edit = bench.say(bench.addTask().uuid, { kind: 'name', name: 'N' });
  fill();
  await bench.start(300_000);
  expect(bench.service.count('create')).toBe(0);
  expect(bench.message(edit).state).toBe('accepted');
  expect(bench.logs('engine.fault').length).toBeLessThan(50);
  free();
  await bench.end(600_000);
  expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 1 });
});

test('I8, I2: a ledger that cannot be written: when the answer cannot be written down, it is asked for later, not sent again', async () => {
  const id = bench.submit();
  bench.service.fate = ({ call }) => {
    if (call === 'create') fill();
    return { do: 'answer' };
  };
  await bench.start(300_000);
  expect(bench.row(id).state).toBe('sending');
  free();
  await bench.end(600_000);
  expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 1 });
  expect(bench.service.count('create')).toBe(1);
  expect(bench.recorded).toHaveLength(1);
});

test('withdraw takes back what is queued, and only that', async () => {
  const queued = bench.submit();
  const unconfirmed = bench.submit();
  bench.service.fate = ({ call, externalId }) => {
    if (call === 'get') return failing(503);
    return externalId === queued ? UNSENT : { do: 'lose', failure: LOST };
  };
  await bench.start(50);
  await bench.outbox.withdraw(queued);
  expect(bench.row(queued).state).toBe('withdrawn');
  await expect(bench.outbox.withdraw(unconfirmed)).rejects.toMatchObject({ code: 'outbox.not-possible' });
  expect(() => bench.outbox.retry(queued)).toThrow(/cannot retry this item/);
  expect(() => bench.outbox.retry('nothing')).toThrow(/no item with this id/);
  expect(() => bench.outbox.sendAgainAnyway(queued)).toThrow(/not confirmed yet/);
  bench.service.recover();
  bench.outbox.sendAgainAnyway(unconfirmed);
  await bench.end(60_000);
  expect(bench.row(unconfirmed).state).toBe('accepted');
  expect(bench.service.count('create')).toBe(2);
});

test('a row that another process added is found without being woken', async () => {
  await bench.start(5_000);
  const id = bench.submit({ elsewhere: true });
  await bench.endAccepted(1_000, id);
});

test('I2: what was doubted while it was asked about stays doubted, though the folder is this station’s again', async () => {
  let asked = 0;
  const mayCreate = async () => {
    asked += 1;
    if (asked === 1) markUnconfirmed(bench.ledger, '/scans', bench.clock.now());
    return asked > 1;
  };
  await benchWith({ guard: { mayCreate } });
  openFolder(bench.ledger, 'scans', '/scans', 0);
  const id = bench.submit({ folderId: 'scans' });
  await bench.start(10_000);
  expect(bench.row(id)).toMatchObject({ state: 'unconfirmed', problem_code: 'station.perhaps' });
  expect(bench.service.count('create')).toBe(0);
  await bench.endAccepted(180_000, id);
});
