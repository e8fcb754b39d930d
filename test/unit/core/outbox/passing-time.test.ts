import { expect, test } from 'vitest';
import { openBench } from './support/bench.ts';

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
