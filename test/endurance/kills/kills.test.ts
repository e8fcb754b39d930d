import { expect, test } from 'vitest';
import { killStorm } from './kills.ts';

test('I2: kill -9 at random moments, 20 times in a row: every file becomes one Task', async () => {
  const report = await killStorm({ kills: 20, files: 60, seed: 20_261_120 });
  process.stdout.write(`kill storm: ${JSON.stringify(report)}\n`);
  expect(report.creates).toBe(report.files);
}, 600_000);
