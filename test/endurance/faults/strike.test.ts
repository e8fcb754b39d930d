import { expect, test } from 'vitest';
import { findTool } from '../../support/find-tool.ts';
import { strikeEach } from './nth.ts';
import { killEverywhere, pointsOf } from './points.ts';
import { buildProgram } from './program.ts';
import { runUnstruck } from './strikes.ts';

const SEED = 20_261_121;
const stop = new AbortController().signal;
const say = () => undefined;
const noKeyring = ['dbus-run-session', 'gnome-keyring-daemon'].filter((tool) => findTool(tool) === null);

test('I1, I2: kill -9 again and again, at named points, ends like a run without', async () => {
  using program = await buildProgram();
  const scene = { name: 'front', seed: SEED, program, secrets: 'file' } as const;
  const { calls, outcome } = await runUnstruck(scene);
  const killed = await killEverywhere(scene, outcome, { points: pointsOf(calls), chains: 4, stop });
  process.stdout.write(`points: ${JSON.stringify(killed)}\n`);
  expect(killed?.kills).toBeGreaterThan(0);
}, 600_000);

test('I1, I2: some calls that fail once, or are cut off, end like a run without', async () => {
  const sitting = await strikeEach({ secrets: 'file', first: 22, every: 200, stop, say });
  process.stdout.write(`nth: ${JSON.stringify(sitting)}\n`);
  expect(sitting.broken).toBeNull();
  expect(sitting.counts['killed']).toBeGreaterThan(0);
}, 600_000);

test('I1, I2: some calls of a real keychain that fail once, or are cut off, end like a run without', async ({
  skip,
}) => {
  skip(noKeyring.length > 0, `not here: ${noKeyring.join(' and ')}`);
  const sitting = await strikeEach({ secrets: 'keychain', first: 13, every: 11, stop, say });
  process.stdout.write(`nth-key: ${JSON.stringify(sitting)}\n`);
  expect(sitting.broken).toBeNull();
  // The key of the ledger and the token, as they are kept: each fails once, and is cut off before it and after it.
  expect(sitting.counts).toMatchObject({ blows: 6, killed: 4, 'never came to it': 0 });
}, 600_000);
