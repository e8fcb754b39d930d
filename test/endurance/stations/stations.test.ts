import { expect, test } from 'vitest';
import { twoStationsStorm } from './stations.ts';

test('I2: of two stations that watch one folder either is killed, or sleeps: every file becomes one Task', async () => {
  const report = await twoStationsStorm({ kills: 2, sleeps: 1, files: 10, seed: 20_261_122 });
  process.stdout.write(`two stations: ${JSON.stringify(report)}\n`);
  expect(report.creates).toBe(report.files);
}, 600_000);
