import { expect, it } from 'vitest';
import {
  createKeychainStore,
  type Keychain,
  notLoaded,
} from '../../../../src-main/core/secrets/keychain-store.ts';
import { until } from '../../../support/until.ts';

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
