import { expect, test } from 'vitest';
import { weekPart } from './week.ts';

test('a day of a clinic: ledger, service and folders agree at its end and after retention, and nothing has grown', async () => {
  const figures = await weekPart.run({ scale: { files: 300, days: 1 }, seed: 5, say: () => undefined });
  expect(figures['files']).toBeGreaterThanOrEqual(300);
  for (const happened of [
    'faults on the line',
    'Tasks that retention purged',
    'names of files that retention purged',
    'requests with a token that had expired',
    'backups made',
  ])
    expect([happened, figures[happened]]).toEqual([happened, expect.toSatisfy((n: number) => n > 0)]);
}, 600_000);
