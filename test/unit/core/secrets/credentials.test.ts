import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { parseApiSecret } from '../../../../src-main/core/secrets/api-secret.ts';
import { chooseStore, parseSecretsChoice } from '../../../../src-main/core/secrets/choose-store.ts';
import { createCredentialStore } from '../../../../src-main/core/secrets/credential-store.ts';
import { FileStore } from '../../../../src-main/core/secrets/file-store.ts';
import { ledgerKey } from '../../../../src-main/core/secrets/ledger-key.ts';
import type { SecretStore } from '../../../../src-main/core/secrets/secret-store.ts';
import { type TempDir, tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';

let dir: TempDir;
let store: FileStore;
beforeEach(async () => {
  dir = await tempDir('credentials');
  store = new FileStore(dir.at('secrets.json'), { clock: systemClock });
});
afterEach(() => dir.remove());

const token = {
  token: 'bearer',
  obtainedAt: 5,
  secretFingerprint: 'f',
  orgSettings: { name: 'Org', external_callback_enabled: true, external_read_enabled: false },
};

/** The store, where what sets an entry is this. */
const storeThatSets = (set: SecretStore['set']): SecretStore => ({
  kind: 'file',
  describe: () => store.describe(),
  get: (name) => store.get(name),
  set,
  delete: (name) => store.delete(name),
  check: () => store.check(),
});

describe('the credentials of an environment', () => {
  it('are kept for that environment alone (I9)', async () => {
    const production = createCredentialStore({ store, environment: 'production' });
    await production.setSecret(' p:u:s \n');
    await production.writeToken(token);
    await production.writeRefused('f');
    const staging = createCredentialStore({ store, environment: 'staging' });
    expect([await staging.readSecret(), await staging.readToken(), await staging.readRefused()]).toEqual([
      null,
      null,
      null,
    ]);
    const again = createCredentialStore({ store, environment: 'production' });
    expect([await again.readSecret(), await again.readToken(), await again.readRefused()]).toEqual([
      'p:u:s',
      token,
      'f',
    ]);
  });

  it('see what another process changed once reloaded, and their own changes at once', async () => {
    const engine = createCredentialStore({ store, environment: 'production' });
    await engine.writeToken(token);
    expect([await engine.readSecret(), await engine.readToken()]).toEqual([null, token]);
    await createCredentialStore({ store, environment: 'production' }).setSecret('p:u:new');
    engine.reload();
    expect([await engine.readSecret(), await engine.readToken()]).toEqual(['p:u:new', null]);
    await engine.writeRefused('x');
    expect(await engine.readRefused()).toBe('x');
    await engine.clear();
    expect([await engine.readSecret(), await engine.readRefused()]).toEqual([null, null]);
  });

  it('show a new api_secret with the token that it was exchanged for, never without', async () => {
    const going = Promise.withResolvers<void>();
    const slow = storeThatSets(async (name, value) => {
      await store.set(name, value);
      if (name.startsWith('api_secret')) await going.promise;
    });
    const credentials = createCredentialStore({ store: slow, environment: 'production' });
    const change = credentials.setSecret('p:u:s', { token, wait: null });
    await until(async () => (await store.get('api_secret:production')) !== null);
    let seen: unknown;
    const reading = Promise.all([credentials.readSecret(), credentials.readToken()]).then((read) => {
      seen = read;
    });
    await store.get('api_secret:production');
    expect(seen).toBeUndefined();
    going.resolve();
    await Promise.all([change, reading]);
    expect(seen).toEqual(['p:u:s', token]);
  });

  it('are read again after a change that failed', async () => {
    const full = storeThatSets(() => Promise.reject(new Error('full')));
    const credentials = createCredentialStore({ store: full, environment: 'production' });
    await expect(credentials.setSecret('p:u:s')).rejects.toThrow('full');
    expect(await credentials.readSecret()).toBeNull();
  });

  it.each(['', 'not json', '{}', '{"token":""}'])('take an unreadable token (%j) for none', async (text) => {
    await store.set('token:production', text);
    expect(await createCredentialStore({ store, environment: 'production' }).readToken()).toBeNull();
  });

  it('let the override stand in for the api_secret alone, and keep it nowhere', async () => {
    await store.set('api_secret:production', 'p:u:stored');
    const credentials = createCredentialStore({
      store,
      environment: 'production',
      apiSecretOverride: 'p:u:given',
    });
    await credentials.writeToken(token);
    expect(await credentials.readSecret()).toBe('p:u:given');
    const empty = createCredentialStore({ store, environment: 'production', apiSecretOverride: ' ' });
    expect(await empty.readSecret()).toBe('p:u:stored');
    expect(await store.get('api_secret:production')).toBe('p:u:stored');
    expect(await createCredentialStore({ store, environment: 'production' }).readToken()).toEqual(token);
  });
});

describe('parseApiSecret', () => {
  it('takes three parts, without the white space around them', () => {
    expect(parseApiSecret('\tprovider:uid:se-cret/=\r\n')).toBe('provider:uid:se-cret/=');
  });

  it.each(['', 'abc', 'a:b', 'a:b:', ':b:c', 'a::c', 'a:b:c:d', 'a:b:c d', 'a:b:c\nx', 'a:b:ç'])(
    'refuses %j without repeating it',
    (text) => {
      expect(() => parseApiSecret(text)).toThrow(expect.objectContaining({ code: 'secrets.bad-secret' }));
    },
  );
});

describe('ledgerKey', () => {
  const alone = (work: () => Promise<string>) => work();

  it('makes one key and gives it again', async () => {
    const key = await ledgerKey(store, 'production', { ledgerExists: () => false, randomBytes, alone });
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await ledgerKey(store, 'production', { ledgerExists: () => true, randomBytes, alone })).toBe(key);
    expect(await ledgerKey(store, 'staging', { ledgerExists: () => false, randomBytes, alone })).not.toBe(
      key,
    );
  });

  it('makes none over an existing ledger, nor over a damaged key', async () => {
    const lost = expect.objectContaining({
      code: 'secrets.key-lost',
      next: expect.stringContaining('backup'),
    });
    await expect(
      ledgerKey(store, 'production', { ledgerExists: () => true, randomBytes, alone }),
    ).rejects.toEqual(lost);
    expect(await store.get('ledger-key:production')).toBeNull();
    await store.set('ledger-key:production', 'abc');
    await expect(
      ledgerKey(store, 'production', { ledgerExists: () => false, randomBytes, alone }),
    ).rejects.toEqual(lost);
    expect(await store.get('ledger-key:production')).toBe('abc');
  });
});

describe('the choice of a store', () => {
  const choose = (text: string | null, environment: string) =>
    chooseStore({
      choice: text === null ? null : parseSecretsChoice(text),
      environment,
      dataFolder: { path: dir.path, station: { id: 'station-1' } },
      clock: systemClock,
    });

  it('is the keychain unless a file is chosen; practice alone uses a file unasked and says so', async () => {
    expect(choose(null, 'production').kind).toBe('keychain');
    expect(choose('keychain', 'practice').kind).toBe('keychain');
    expect(choose('file:/some/where', 'production').describe()).toContain('/some/where');
    const practice = choose(null, 'practice');
    expect(practice.kind).toBe('file');
    expect(practice.describe()).toContain('practice mode');
    expect(practice.describe()).toContain(dir.at('practice', 'secrets.json'));
    await practice.check();
  });

  it.each(['', 'file:', 'file', 'vault', 'Keychain'])('refuses %j', (text) => {
    expect(() => parseSecretsChoice(text)).toThrow(expect.objectContaining({ code: 'secrets.bad-choice' }));
  });
});
