import { beforeEach, expect, it } from 'vitest';
import { type KeyringState, runWithKeyring } from '../../../support/keyring.ts';
import { type TestDir, testDir } from '../../../support/test-dir.ts';
import type { Step } from './keychain-probe.ts';

let home: TestDir;
beforeEach(async () => {
  home = testDir();
});

async function probe(state: KeyringState, steps: readonly Step[], owner = 'station-1'): Promise<unknown[]> {
  const script = new URL('./keychain-probe.ts', import.meta.url);
  const run = await runWithKeyring(script, [owner, JSON.stringify(steps)], { home: home.path, state });
  expect(run.code, run.stderr).toBe(0);
  return JSON.parse(run.stdout);
}

const none = { value: null };

it('keeps, gives back, replaces and forgets; also in the next session', async () => {
  expect(
    await probe('unlocked', [
      ['check'],
      ['get', 'token:production'],
      ['set', 'token:production', 'first'],
      ['set', 'token:production', 'second'],
      ['get', 'token:production'],
    ]),
  ).toEqual([none, none, none, none, { value: 'second' }]);
  expect(
    await probe('unlocked', [
      ['get', 'token:production'],
      ['delete', 'token:production'],
      ['delete', 'token:production'],
      ['get', 'token:production'],
    ]),
  ).toEqual([{ value: 'second' }, none, none, none]);
});

it('keeps two data folders apart', async () => {
  await probe('unlocked', [['set', 'api_secret:production', 'one']], 'station-1');
  await probe('unlocked', [['set', 'api_secret:production', 'two']], 'station-2');
  const [of1] = await probe('unlocked', [['get', 'api_secret:production']], 'station-1');
  expect(of1).toEqual({ value: 'one' });
});

it('never takes a locked keychain for an empty one, and makes no new key', async () => {
  const [key] = await probe('unlocked', [
    ['ledger-key', false],
    ['set', 'x', 'kept'],
  ]);
  const lockedOut = expect.objectContaining({
    code: 'secrets.locked',
    message: expect.stringContaining('is locked'),
    next: expect.stringContaining('unlock'),
  });
  expect(
    await probe('locked', [
      ['get', 'x'],
      ['get', 'never set'],
      ['set', 'x', 'other'],
      ['delete', 'x'],
      ['check'],
      ['ledger-key', false],
      ['ledger-key', true],
    ]),
  ).toEqual(Array(7).fill(lockedOut));
  expect(
    await probe('unlocked', [
      ['ledger-key', true],
      ['get', 'x'],
    ]),
  ).toEqual([key, { value: 'kept' }]);
});

it('says that there is no keychain where there is no session bus', async () => {
  const absent = expect.objectContaining({
    code: 'secrets.unavailable',
    message: expect.stringContaining("Clearfolder cannot reach the system's keychain"),
    next: expect.stringContaining('--secrets file:PATH'),
  });
  const steps = [['check'], ['get', 'x'], ['set', 'x', 'y']] as const;
  expect(await probe('no-bus', steps)).toEqual(steps.map(() => absent));
});

it('tells a key that is gone from a first start', async () => {
  await probe('unlocked', [
    ['ledger-key', false],
    ['delete', 'ledger-key:production'],
  ]);
  expect(
    await probe('unlocked', [
      ['ledger-key', true],
      ['ledger-key', false],
    ]),
  ).toEqual([
    expect.objectContaining({ code: 'secrets.key-lost', next: expect.stringContaining('backup') }),
    { value: '07'.repeat(32) },
  ]);
});
