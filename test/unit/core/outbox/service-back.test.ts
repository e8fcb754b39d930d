import { beforeEach, expect, test } from 'vitest';
import { bench, benchForEachTest, openBench } from './support/bench.ts';
import { only, UNSENT } from './support/fates.ts';

const HOURS = 3 * 3_600_000;

benchForEachTest();
beforeEach(() => {
  bench.service.fate = () => UNSENT;
});

const dueIn = (id: string) => bench.row(id).next_at - bench.clock.now();

test('what could not reach the service for hours goes out as soon as the service is back', async () => {
  const ids = ['one', 'two', 'three'].map((content) => bench.submit({ content }));
  await bench.start(HOURS);
  for (const id of ids) {
    expect(bench.row(id)).toMatchObject({ state: 'queued', problem_code: 'service.unreachable' });
    expect(bench.row(id).failures).toBeGreaterThan(5);
  }
  bench.service.recover();
  bench.outbox.serviceIsBack();
  await bench.settle(1_000);
  for (const id of ids) expect(bench.row(id).state).toBe('accepted');
  expect(bench.service.count('create')).toBeGreaterThan(3);
});

test('the first that gets through tells for all others', async () => {
  const ids = Array.from({ length: 8 }, (_, index) => bench.submit({ content: `document ${index}` }));
  await bench.start(HOURS);
  bench.service.recover();
  await bench.settle(Math.min(...ids.map(dueIn)) + 2_000);
  for (const id of ids) expect(bench.row(id).state).toBe('accepted');
});

test('what waits for another reason keeps its time', async () => {
  const id = bench.submit();
  await bench.start();
  bench.service.fate = only('create', { do: 'fail', failure: { kind: 'source-changed', cause: 'x' } });
  await bench.clock.advance(60_000);
  const before = { ...bench.row(id) };
  expect(before.problem_code).not.toBe('service.unreachable');
  bench.outbox.serviceIsBack();
  expect(bench.row(id).next_at).toBe(before.next_at);
});

/** More than the scheduler looks at the clock in a turn. */
const MOST_MS = 60;
const MINUTE_MS = 60_000;

test('I8: what comes due while others are looked for is sent, whenever in that time it is', async () => {
  const bench = await openBench();
  const { clock } = bench;
  await bench.start();
  clock.passWhileLooking(1);
  await clock.advance(MINUTE_MS);
  const left: number[] = [];
  for (let ms = 1; ms <= MOST_MS; ms += 1) {
    const id = bench.submit();
    bench.ledger.db.prepare('UPDATE submission SET next_at = ? WHERE id = ?').run(clock.now() + ms, id);
    await clock.advance(MINUTE_MS);
    if (bench.row(id).state !== 'accepted') left.push(ms);
  }
  expect(left).toEqual([]);
});
