import { expect, test } from 'vitest';
import { openFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { createQueuedElsewhere } from '../../../../../src-main/core/stations/files/handover.ts';
import { openBench } from '../../outbox/support/bench.ts';

const MINUTE_MS = 60_000;
const OTHER = { kind: 'other', name: 'two' } as const;

/** The documents that a station has of a folder which it shares. */
async function place() {
  const bench = await openBench();
  const { ledger, clock } = bench;
  openFolder(ledger, 'scans', '/scans', 0);
  let told = 0;
  const others = createQueuedElsewhere(ledger, clock, '/scans', () => {
    told += 1;
  });
  return { bench, clock, others, told: () => told };
}

test('I8: however many wait for another station, some at a time are looked up, and each comes to its turn', async () => {
  const { bench, clock, others, told } = await place();
  const all = Array.from({ length: 250 }, () => bench.submit({ folderId: 'scans' }));
  const elsewhere = bench.submit();
  const doubted = () => all.filter((id) => bench.row(id).state === 'unconfirmed').length;
  others.tend({ kind: 'mine', generation: 1 });
  expect(doubted()).toBe(0);
  const counts: number[] = [];
  for (let minute = 0; minute < 8; minute += 1) {
    others.tend(OTHER);
    counts.push(doubted());
    await clock.advance(MINUTE_MS);
  }
  expect(counts).toEqual([100, 100, 100, 200, 200, 200, 250, 250]);
  expect(told()).toBe(3);
  expect(bench.row(elsewhere).state).toBe('queued');
  const late = bench.submit({ folderId: 'scans' });
  others.tend(OTHER);
  expect(bench.row(late).state).toBe('queued');
  await clock.advance(15 * MINUTE_MS);
  others.tend(OTHER);
  expect(bench.row(late).state).toBe('unconfirmed');
});

test('what came while the folder was this station’s own is looked up as soon as another one has it, not when its turn would be', async () => {
  const { bench, clock, others } = await place();
  const before = bench.submit({ folderId: 'scans' });
  others.stateChanged(OTHER);
  others.tend(OTHER);
  expect(bench.row(before).state).toBe('unconfirmed');
  for (const mine of [{ kind: 'mine', generation: 2 }, { kind: 'alone' }] as const) {
    await clock.advance(MINUTE_MS);
    others.stateChanged(mine);
    const since = bench.submit({ folderId: 'scans' });
    others.stateChanged(OTHER);
    others.tend(OTHER);
    expect(bench.row(since).state).toBe('unconfirmed');
  }
  // A share that is away for a moment changes nothing of whose it is.
  const later = bench.submit({ folderId: 'scans' });
  others.stateChanged({ kind: 'unknown' });
  others.stateChanged(OTHER);
  others.tend(OTHER);
  expect(bench.row(later).state).toBe('queued');
});
