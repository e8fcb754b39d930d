import { expect, test } from 'vitest';
import { findTool } from '../../support/find-tool.ts';
import { runShort, type Size } from '../part.ts';
import { faultsPart } from './faults.ts';

const SEED = 20_261_121;
const NOTHING: Size = { call: 0, keychain: 0, point: 0, 'full-disk': 0 };
const noKeyring = ['dbus-run-session', 'gnome-keyring-daemon'].filter((tool) => findTool(tool) === null);

test('I1, I2, I5: calls that fail once, kills at durable points and a full disk end like a run without a fault', async () => {
  await runShort(faultsPart, SEED, { keychain: 0 });
}, 600_000);

test('I1, I2: a keychain call that fails or is cut off ends like a run without a fault', async ({ skip }) => {
  skip(noKeyring.length > 0, `missing here: ${noKeyring.join(' and ')}`);
  const counts = await runShort(faultsPart, SEED, { ...NOTHING, keychain: 1 });
  expect(counts['not reached']).toBe(0);
}, 600_000);
