import { beforeEach, expect, it } from 'vitest';
import {
  createKeychainStore,
  type Keychain,
  notLoaded,
} from '../../../../src-main/core/secrets/keychain-store.ts';
import { type KeyringState, runWithKeyring } from '../../../support/keyring.ts';
import { type TestDir, testDir } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';
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
  expect(await probe('unlocked', [['get', 'api_secret:production']], 'station-1')).toEqual([
    { value: 'one' },
  ]);
});

it('keeps a token that is longer than one entry may be, and a short one after it', async () => {
  const long = `ü${'0123456789'.repeat(1000)}`;
  expect(
    await probe('unlocked', [
      ['set', 't', long],
      ['get', 't'],
      ['set', 't', 'short'],
      ['get', 't'],
      ['set', 't', long],
      ['delete', 't'],
      ['get', 't'],
    ]),
  ).toEqual([none, { value: long }, none, { value: 'short' }, none, none, none]);
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
  expect(await probe('no-bus', [['check'], ['get', 'x'], ['set', 'x', 'y']])).toEqual([
    absent,
    absent,
    absent,
  ]);
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

/** A keychain in memory whose answers can be held back, as one does that waits for a password. */
function heldKeychain() {
  const entries = new Map<string, string>([['s/x', 'kept']]);
  let held: (() => void)[] | null = null;
  let calls = 0;
  const answer = <T>(value: () => T): Promise<T> => {
    calls += 1;
    return held === null
      ? Promise.resolve(value())
      : new Promise((resolve) => held?.push(() => resolve(value())));
  };
  const keychain: Keychain = {
    getPassword: (_, account) => answer(() => entries.get(account) ?? null),
    setPassword: (_, account, value) => answer(() => void entries.set(account, value)),
    deletePassword: (_, account) => answer(() => entries.delete(account)),
  };
  return {
    keychain,
    entries,
    calls: () => calls,
    hold: () => {
      held = [];
    },
    letGo: () => {
      const waiting = held ?? [];
      held = null;
      for (const go of waiting) go();
    },
  };
}

it('ends with words, starts no second call into it meanwhile, and recovers when it answers', async () => {
  const held = heldKeychain();
  const store = createKeychainStore('s', { load: async () => held.keychain, timeoutMs: 50 });
  held.hold();
  const words = expect.objectContaining({
    code: 'secrets.no-answer',
    next: expect.stringContaining('password'),
  });
  await expect(store.get('x')).rejects.toEqual(words);
  await expect(store.get('x')).rejects.toEqual(words);
  await expect(store.set('x', 'new')).rejects.toEqual(words);
  expect(held.calls()).toBe(1);
  held.letGo();
  expect(await until(() => store.get('x'), { what: 'the keychain answers again' })).toBe('kept');
});

it('says what to install where the native part cannot be loaded', async () => {
  const store = createKeychainStore('s', { load: () => Promise.reject(notLoaded('linux')) });
  await expect(store.get('x')).rejects.toMatchObject({
    code: 'secrets.unavailable',
    next: expect.stringContaining('libsecret-1-0'),
  });
});

it('refuses a long value whose parts are not all there', async () => {
  const held = heldKeychain();
  const store = createKeychainStore('s', { load: async () => held.keychain });
  await store.set('long', 'v'.repeat(5000));
  held.entries.delete([...held.entries.keys()].find((account) => account.startsWith('s/long#')) ?? '');
  await expect(store.get('long')).rejects.toMatchObject({ code: 'secrets.damaged' });
});

it('writes no entry over the 2,560 bytes of Windows, and leaves no parts of an old value', async () => {
  const held = heldKeychain();
  const store = createKeychainStore('s', { load: async () => held.keychain });
  await store.set('long', 'é'.repeat(5000));
  expect(Math.max(...[...held.entries.values()].map((value) => Buffer.byteLength(value)))).toBeLessThan(2560);
  await store.set('long', 'w'.repeat(5000));
  expect(await store.get('long')).toBe('w'.repeat(5000));
  await store.delete('long');
  expect([...held.entries.keys()].filter((account) => account.includes('long'))).toEqual([]);
});
