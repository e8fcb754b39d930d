import { describe, expect, test } from 'vitest';
import { openFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { markUnconfirmed } from '../../../../../src-main/core/ledger/tables/perhaps-sent.ts';
import { needsAttention } from '../../../../../src-main/core/outbox/attention.ts';
import { stuckAttention } from '../../../../../src-main/core/views/overview/attention.ts';
import { openBench, QUARANTINE_MS } from '../support/bench.ts';

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
