import { expect, test } from 'vitest';
import { OthersDocuments } from '../../../src-main/core/intake/others-documents.ts';
import { openFolder } from '../../../src-main/core/ledger/folders.ts';
import { openBench } from '../outbox/support/bench.ts';

const MINUTE_MS = 60_000;
const OTHER = { kind: 'other', name: 'two' } as const;

test('I8: however many wait for another station, some at a time are looked up, and each comes to its turn', async () => {
  const bench = await openBench();
  const { ledger, clock } = bench;
  openFolder(ledger, 'scans', '/scans', 0);
  const all = Array.from({ length: 250 }, () => bench.submit({ folderId: 'scans' }));
  const elsewhere = bench.submit();
  let told = 0;
  const others = new OthersDocuments({
    ledger,
    clock,
    path: '/scans',
    onDoubted: () => {
      told += 1;
    },
  });
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
  expect(told).toBe(3);
  expect(bench.row(elsewhere).state).toBe('queued');
  const late = bench.submit({ folderId: 'scans' });
  others.tend(OTHER);
  expect(bench.row(late).state).toBe('queued');
  await clock.advance(15 * MINUTE_MS);
  others.tend(OTHER);
  expect(bench.row(late).state).toBe('unconfirmed');
});
