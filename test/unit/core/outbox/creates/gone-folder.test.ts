import { describe, expect, test } from 'vitest';
import { needsAttention } from '../../../../../src-main/core/outbox/attention.ts';
import { stuckAttention } from '../../../../../src-main/core/views/overview/attention.ts';
import { openBench, QUARANTINE_MS } from '../support/bench.ts';

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
    expect([tried, waiting, taken].map((id) => bench.row(id).state)).toEqual([
      'queued',
      'queued',
      'accepted',
    ]);
    bench.outbox.retry(tried);
    expect(bench.row(tried)).toMatchObject({ state: 'unconfirmed', problem_code: 'station.perhaps' });
    await bench.clock.advance(QUARANTINE_MS - 1_000);
    expect(bench.service.count('create')).toBe(0);
    await bench.clock.advance(60_000);
    expect([tried, waiting, taken].map((id) => bench.row(id).state)).toEqual([
      'accepted',
      'queued',
      'accepted',
    ]);
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
