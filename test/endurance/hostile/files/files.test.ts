import { expect, test } from 'vitest';
import { filesPart } from './files.ts';

test('I1, I4, I11: whatever a folder holds, each file is sent once or explained', async () => {
  const figures = await filesPart.run({
    scale: { pdfs: 100, names: 100, entries: 10_000, gigabytes: 1 },
    seed: 20_260_111,
    say: () => undefined,
  });
  process.stdout.write(`hostile files: ${JSON.stringify(figures)}\n`);
  expect(figures['spoilt PDFs']).toBe(100);
  expect(figures['illegible names']).toBe(5);
}, 900_000);
