import { expect, test } from 'vitest';
import { weekPart } from './week.ts';

test('a day of a clinic: ledger, service and folders agree at its end, and nothing has grown', async () => {
  const figures = await weekPart.run({ scale: { files: 300, days: 1 }, seed: 5, say: () => undefined });
  expect(figures['files']).toBeGreaterThanOrEqual(300);
  expect(figures['faults on the line']).toBeGreaterThan(0);
}, 600_000);
