import { expect, test } from 'vitest';
import { strikeEach } from './nth.ts';
import { killAtPoints } from './points.ts';

const SEED = 20_261_121;
const silent = () => undefined;

test('I1, I2: kill -9 at some of the named points ends like a run without', async () => {
  const figures = await killAtPoints({ seeds: 1, every: 32, seed: SEED }, silent);
  process.stdout.write(`points: ${JSON.stringify(figures)}\n`);
  expect(figures['killed']).toBeGreaterThan(0);
}, 600_000);

test('I1, I2: some calls that fail once, or are cut off, end like a run without', async () => {
  const figures = await strikeEach({ every: 550, seed: SEED }, silent);
  process.stdout.write(`nth: ${JSON.stringify(figures)}\n`);
  expect(figures['killed']).toBeGreaterThan(0);
}, 600_000);
