import { expect, test } from 'vitest';
import { fillDisk } from './full-disk.ts';

const stop = new AbortController().signal;

test('I1, I2, I5: a disk that is full for a while, from some changes on, ends like a run without', async () => {
  const sitting = await fillDisk({ first: 60, every: 260, stop, say: () => undefined });
  process.stdout.write(`full-disk: ${JSON.stringify(sitting)}\n`);
  expect(sitting.broken).toBeNull();
  const { 'went on by itself': ended, 'never came to it': missed } = sitting.counts;
  expect(ended).toBeGreaterThan(0);
  expect(missed).toBe(0);
}, 600_000);
