import { expect, test } from 'vitest';
import { strikePairs } from './pairs.ts';
import { killEverywhere, pointsOf } from './points.ts';
import { buildProgram } from './program.ts';
import { runUnstruck } from './strikes.ts';

const SEED = 20_261_122;
const stop = new AbortController().signal;

test('I1, I2, I5: kill -9 again and again while a person decides ends like a run without', async () => {
  using program = await buildProgram();
  const scene = { name: 'desk', seed: SEED, program, secrets: 'file' } as const;
  const { calls, outcome } = await runUnstruck(scene);
  const killed = await killEverywhere(scene, outcome, {
    points: pointsOf(calls),
    chains: 2,
    stop,
  });
  process.stdout.write(`points-desk: ${JSON.stringify(killed)}\n`);
  expect(killed?.kills).toBeGreaterThan(0);
}, 600_000);

test('I1, I2, I5: a person decides while some calls fail once, or are cut off: it ends like a run without', async () => {
  const sitting = await strikePairs({ first: 22, every: 160, stop, say: () => undefined });
  process.stdout.write(`nth-desk: ${JSON.stringify(sitting)}\n`);
  expect(sitting.broken).toBeNull();
  const { blows = 0, 'never came to it': missed = 0 } = sitting.counts;
  expect(blows - missed).toBeGreaterThan(0);
}, 600_000);
