import { describe, expect, test } from 'vitest';
import { openFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { markUnconfirmed } from '../../../../../src-main/core/ledger/tables/perhaps-sent.ts';
import { needsAttention } from '../../../../../src-main/core/outbox/attention.ts';
import { stuckAttention } from '../../../../../src-main/core/views/overview/attention.ts';
import { type Bench, openBench, QUARANTINE_MS } from '../support/bench.ts';

const HOUR_MS = 3_600_000;

async function waiting() {
  const bench = await openBench({ guard: { mayCreate: async () => false } });
  openFolder(bench.ledger, 'scans', '/scans', 0);
  const submit = () => bench.submit({ folderId: 'scans' });
  const attention = () => stuckAttention(bench.ledger, bench.clock.now());
  await bench.start();
  return { bench, submit, attention };
}

describe('what waits because another station has its folder', () => {
  test('needs attention after a day, however often the service was asked meanwhile', async () => {
    const { bench, submit, attention } = await waiting();
    const id = submit();
    for (let hour = 0; hour < 23; hour += 1) {
      await bench.clock.advance(HOUR_MS);
      markUnconfirmed(bench.ledger, '/scans', bench.clock.now());
      bench.outbox.wake();
    }
    expect(attention()).toEqual([]);
    // Nor does a person who is impatient begin the day anew.
    await bench.clock.advance(1_000);
    expect(bench.row(id).state).toBe('unconfirmed');
    bench.outbox.retry(id);
    await bench.clock.advance(HOUR_MS);
    expect(bench.row(id)).toMatchObject({ state: 'queued', problem_code: 'station.other' });
    expect(needsAttention(bench.row(id), bench.clock.now())).toBe(true);
    expect(attention()).toMatchObject([{ kind: 'stuck', count: 1, problem: { code: 'station.other' } }]);
    expect(bench.service.count('create')).toBe(0);
  });

  test('I2: tried by a person, is looked up; after a day it goes where the service has none', async () => {
    const { bench, submit } = await waiting();
    const [early, sent, left] = [submit(), submit(), submit()];
    await bench.clock.advance(HOUR_MS);
    // The other station may well be about to send it.
    bench.outbox.retry(early);
    await bench.clock.advance(HOUR_MS);
    expect(bench.service.count('get')).toBeGreaterThan(2);
    expect(bench.row(early)).toMatchObject({ state: 'queued', problem_code: 'station.other' });
    await bench.clock.advance(24 * HOUR_MS);
    expect(bench.service.count('create')).toBe(0);
    bench.addTask({ external_id: sent });
    for (const id of [sent, left]) bench.outbox.retry(id);
    await bench.clock.advance(QUARANTINE_MS - 1_000);
    expect(bench.service.count('create')).toBe(0);
    await bench.clock.advance(60_000);
    expect([early, sent, left].map((id) => bench.row(id).state)).toEqual(['queued', 'accepted', 'accepted']);
    expect(bench.service.count('create')).toBe(1);
    // All at once are looked up, which says nothing of the other station.
    expect(bench.outbox.retryAll()).toBe(1);
    await bench.clock.advance(HOUR_MS);
    expect(bench.row(early)).toMatchObject({ state: 'queued', problem_code: 'station.other' });
    expect(bench.service.count('create')).toBe(1);
  });
});

describe('I2: what came from a shared folder that is gone', () => {
  test('waits, says so, and goes once a person tries it and the service has none', async () => {
    let gone = false;
    const bench = await openBench({
      guard: { mayCreate: async () => false, whyNot: () => (gone ? 'station.gone' : 'station.other') },
    });
    const [tried, waiting, taken] = [bench.submit(), bench.submit(), bench.submit()];
    await bench.start(60_000);
    expect(bench.row(tried)).toMatchObject({ state: 'queued', problem_code: 'station.other' });
    gone = true;
    await bench.clock.advance(60_000);
    const row = bench.row(tried);
    expect(row).toMatchObject({ state: 'queued', attempts: 0, problem_code: 'station.gone' });
    expect(needsAttention(row, (row.problem_since ?? 0) + 86_400_000)).toBe(true);
    expect(stuckAttention(bench.ledger, bench.clock.now() + 86_400_000)).toMatchObject([
      { count: 3, problem: { code: 'station.gone' } },
    ]);
    // All at once are looked up, which says nothing of the other station.
    bench.addTask({ external_id: taken });
    expect(bench.outbox.retryAll()).toBe(3);
    await bench.clock.advance(QUARANTINE_MS + 60_000);
    const states = () => [tried, waiting, taken].map((id) => bench.row(id).state);
    expect(states()).toEqual(['queued', 'queued', 'accepted']);
    bench.outbox.retry(tried);
    expect(bench.row(tried)).toMatchObject({ state: 'unconfirmed', problem_code: 'station.perhaps' });
    await bench.clock.advance(QUARANTINE_MS - 1_000);
    expect(bench.service.count('create')).toBe(0);
    await bench.clock.advance(60_000);
    expect(states()).toEqual(['accepted', 'queued', 'accepted']);
    expect(bench.service.count('create')).toBe(1);
    await bench.outbox.withdraw(waiting);
  });

  test('waits again, though a person tried it, where the other station is back with the folder', async () => {
    let gone = true;
    const bench = await openBench({
      guard: { mayCreate: async () => false, whyNot: () => (gone ? 'station.gone' : 'station.other') },
    });
    const id = bench.submit();
    await bench.start(10_000);
    bench.outbox.retry(id);
    gone = false;
    await bench.clock.advance(2 * QUARANTINE_MS);
    expect(bench.row(id)).toMatchObject({ state: 'queued', problem_code: 'station.other' });
    gone = true;
    await bench.clock.advance(2 * QUARANTINE_MS);
    expect(bench.row(id)).toMatchObject({ state: 'queued', problem_code: 'station.gone' });
    expect(bench.service.count('create')).toBe(0);
  });
});

const DOCUMENTS = 100;
const BAD_LINE_MS = 3_000;
const NO_FOR_MS = 5_000;

test('I8: the documents of a folder that another station has say so, and then take no place from others', async () => {
  let bench: Bench | null = null;
  let refusedUntil = 0;
  let asked = 0;
  let ours = false;
  const now = () => bench?.clock.monotonic() ?? 0;
  const place = {
    folderId: 'shared',
    after: 0,
    upTo: Number.MAX_SAFE_INTEGER,
    code: 'station.other' as const,
  };
  bench = await openBench({
    outbox: {
      guard: {
        mayCreate: async ({ folder_id }) => {
          if (folder_id === null || ours) return true;
          asked += 1;
          await bench?.clock.sleep(BAD_LINE_MS);
          refusedUntil = now() + NO_FOR_MS;
          return false;
        },
        whyNot: () => 'station.other',
        refused: () => (now() < refusedUntil ? [place] : []),
      },
    },
  });
  const { outbox, clock, row, submit } = bench;
  const shared = Array.from({ length: DOCUMENTS }, () => submit({ folderId: 'shared' }));
  await outbox.start();
  await clock.advance(90_000);
  for (const id of shared) expect(row(id)).toMatchObject({ state: 'queued', problem_code: 'station.other' });
  asked = 0;
  for (let n = 0; n < 20; n++) {
    const own = submit();
    await clock.advance(BAD_LINE_MS + 1_000);
    expect(row(own).state).toBe('accepted');
  }
  // As many as there are places, each time that the no has had its time.
  expect(asked).toBeLessThanOrEqual(4 * 11);
  ours = true;
  await clock.advance(NO_FOR_MS + BAD_LINE_MS + 5_000);
  for (const id of shared) expect(row(id).state).toBe('accepted');
});
