import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { inWords } from '../../../../src-main/contract/say.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { parseApiSecret } from '../../../../src-main/core/secrets/api-secret.ts';
import { chooseStore, parseSecretsChoice } from '../../../../src-main/core/secrets/choose-store.ts';
import { createCredentialStore } from '../../../../src-main/core/secrets/credential-store.ts';
import { createFileStore } from '../../../../src-main/core/secrets/file-store.ts';
import { ledgerKey } from '../../../../src-main/core/secrets/ledger-key.ts';
import {
  createSecretOverride,
  type OverrideChoice,
} from '../../../../src-main/core/secrets/secret-override.ts';
import type { SecretStore } from '../../../../src-main/core/secrets/secret-store.ts';
import { type TestDir, testDir } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';

let dir: TestDir;
let store: SecretStore;
beforeEach(async () => {
  dir = testDir();
  store = createFileStore(dir.at('secrets.json'), { clock: systemClock });
});

const HERE = 'https://here.example';
const THERE = 'https://there.example:8443';

const token = {
  token: 'bearer',
  obtainedAt: 5,
  secretFingerprint: 'f',
  orgSettings: { name: 'Org', external_callback_enabled: true, external_read_enabled: false },
};

const overrideOf = (text: string, more: Partial<OverrideChoice> = {}) =>
  createSecretOverride(
    { text, named: null, mayLearn: true, ...more },
    { path: dir.path, station: { id: 'station-1' } },
  );

type CredentialParts = Parameters<typeof createCredentialStore>[0];
const inProduction = (more: Partial<CredentialParts> = {}) =>
  createCredentialStore({ store, environment: 'production', origin: HERE, ...more });

/** The store, where what sets an entry is this. */
const storeThatSets = (set: SecretStore['set']): SecretStore => ({ ...store, set });

it('the credentials of an environment: are kept for that environment alone (I9)', async () => {
  const production = inProduction();
  await production.setSecret(' p:u:s \n');
  await production.writeToken(token);
  await production.writeRefused('f');
  const staging = createCredentialStore({ store, environment: 'staging', origin: HERE });
  const read = async (from: typeof staging) => [
    await from.readSecret(),
    await from.readToken(),
    await from.readRefused(),
  ];
  expect(await read(staging)).toEqual([null, null, null]);
  expect(await read(inProduction())).toEqual(['p:u:s', token, 'f']);
});

it('the credentials of an environment see what another process changed once reloaded, and their own changes at once', async () => {
  const engine = inProduction();
  await engine.writeToken(token);
  expect([await engine.readSecret(), await engine.readToken()]).toEqual([null, token]);
  await inProduction().setSecret('p:u:new');
  engine.reload();
  expect([await engine.readSecret(), await engine.readToken()]).toEqual(['p:u:new', null]);
  await engine.writeRefused('x');
  expect(await engine.readRefused()).toBe('x');
  await engine.clear();
  expect([await engine.readSecret(), await engine.readRefused()]).toEqual([null, null]);
});

it('the credentials of an environment show a new api_secret with the token that it was exchanged for, never without', async () => {
  const going = Promise.withResolvers<void>();
  const slow = storeThatSets(async (name, value) => {
    await store.set(name, value);
    if (name.startsWith('api_secret')) await going.promise;
  });
  const credentials = inProduction({ store: slow });
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

it('the credentials of an environment: are read again after a change that failed', async () => {
  const full = storeThatSets(() => Promise.reject(new Error('full')));
  const credentials = inProduction({ store: full });
  await expect(credentials.setSecret('p:u:s')).rejects.toThrow('full');
  expect(await credentials.readSecret()).toBeNull();
});

it.each(['', 'not json', '{}', '{"token":""}'])(
  'the credentials of an environment take an unreadable token (%j) for none',
  async (text) => {
    await store.set('token:production', text);
    expect(await inProduction().readToken()).toBeNull();
  },
);

it.each(['', 'p:u:s', '{"api_secret":"p:u:s"}'])(
  'the credentials of an environment take an api_secret without its origin (%j) for none (I9)',
  async (text) => {
    await store.set('api_secret:production', text);
    expect(await inProduction().readSecret()).toBeNull();
    expect(await inProduction().elsewhere()).toBeNull();
  },
);

it('the credentials of an environment let the override stand in for the api_secret alone, and keep it nowhere', async () => {
  await inProduction().setSecret('p:u:stored');
  const credentials = inProduction({ override: overrideOf('p:u:given') });
  await credentials.writeToken(token);
  expect(await credentials.readSecret()).toBe('p:u:given');
  expect(await inProduction({ override: overrideOf(' ') }).readSecret()).toBe('p:u:stored');
  expect(await store.get('api_secret:production')).toContain('p:u:stored');
  expect(await inProduction().readToken()).toEqual(token);
});

it('the origin of credentials (I9) is kept with api_secret and token, and no other origin gets them', async () => {
  const here = inProduction();
  await here.setSecret('p:u:s', { token, wait: null });
  const there = here.boundTo(THERE);
  expect([await there.readSecret(), await there.readToken()]).toEqual([null, null]);
  expect(await there.elsewhere()).toEqual({ by: 'store', origin: HERE });
  expect(await here.elsewhere()).toBeNull();
  const back = there.boundTo(HERE);
  expect([await back.readSecret(), await back.readToken()]).toEqual(['p:u:s', token]);
});

it.each(['http://here.example', 'https://here.example:8443', 'https://here.example.evil.test'])(
  'the origin of credentials (I9) is scheme, host and port: %s is another one',
  async (origin) => {
    const here = inProduction();
    await here.setSecret('p:u:s', { token, wait: null });
    const other = here.boundTo(origin);
    expect([await other.readSecret(), await other.readToken()]).toEqual([null, null]);
  },
);

it('the origin of credentials (I9) of CLEARFOLDER_API_SECRET is the first one it was used for, unless whoever starts the program names one', async () => {
  expect(await overrideOf('p:u:s', { mayLearn: false })?.belongsTo(HERE)).toBe(false);
  expect(await overrideOf('p:u:s')?.belongsTo(HERE)).toBe(true);
  expect(await overrideOf('p:u:s')?.belongsTo(THERE)).toBe(false);
  expect(await overrideOf('p:u:s', { mayLearn: false })?.belongsTo(HERE)).toBe(true);
  expect(await overrideOf('p:u:another')?.belongsTo(THERE)).toBe(true);
  expect(await overrideOf('p:u:s', { named: `${THERE}/public/v1` })?.belongsTo(HERE)).toBe(false);
  expect(await overrideOf('p:u:s', { named: THERE })?.belongsTo(THERE)).toBe(true);
  expect(await overrideOf('p:u:s')?.origin()).toBe(THERE);
  expect(readFileSync(dir.at('api-secret-origins.json'), 'utf8')).not.toMatch(/p:u|another/);
  expect(() => overrideOf('p:u:s', { named: 'here.example' })).toThrow(
    expect.objectContaining({ code: 'secret.override-origin' }),
  );
  writeFileSync(dir.at('api-secret-origins.json'), 'damaged');
  await expect(overrideOf('p:u:s')?.belongsTo(HERE)).rejects.toMatchObject({
    code: 'secret.override-unreadable',
  });
});

it('parseApiSecret: refuses text in UTF-16, as ">" of Windows PowerShell writes it, with the way to UTF-8', () => {
  const text = Buffer.from('\uFEFFprovider:uid:secret', 'utf16le').toString('utf8');
  expect(() => parseApiSecret(text)).toThrow(
    expect.objectContaining({
      code: 'secrets.bad-secret',
      message: expect.stringContaining('UTF-16'),
      next: expect.stringContaining('UTF-8'),
    }),
  );
  expect(parseApiSecret('\uFEFFprovider:uid:secret\r\n')).toBe('provider:uid:secret');
});

it('parseApiSecret: takes three parts, without the white space around them', () => {
  expect(parseApiSecret('\tprovider:uid:se-cret/=\r\n')).toBe('provider:uid:se-cret/=');
});

it.each(['', 'abc', 'a:b', 'a:b:', ':b:c', 'a::c', 'a:b:c:d', 'a:b:c d', 'a:b:c\nx', 'a:b:ç'])(
  'parseApiSecret: refuses %j without repeating it',
  (text) => {
    expect(() => parseApiSecret(text)).toThrow(expect.objectContaining({ code: 'secrets.bad-secret' }));
  },
);

const alone = (work: () => Promise<string>) => work();

it('ledgerKey: makes one key and gives it again', async () => {
  const key = await ledgerKey(store, 'production', { ledgerExists: () => false, randomBytes, alone });
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await ledgerKey(store, 'production', { ledgerExists: () => true, randomBytes, alone })).toBe(key);
  expect(await ledgerKey(store, 'staging', { ledgerExists: () => false, randomBytes, alone })).not.toBe(key);
});

it('ledgerKey: makes none over an existing ledger, nor over a damaged key', async () => {
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

describe('the choice of a store', () => {
  const choose = (text: string | null, environment: string) =>
    chooseStore({
      choice: text === null ? null : parseSecretsChoice(text),
      environment,
      dataFolder: { path: dir.path, station: { id: 'station-1' } },
      clock: systemClock,
    });

  it('is the keychain unless a file is chosen; practice alone uses a file unasked and says so', async () => {
    const described = (store: SecretStore) => inWords(store.describe(), 'en');
    expect(choose(null, 'production').kind).toBe('keychain');
    expect(choose('keychain', 'practice').kind).toBe('keychain');
    expect(described(choose(`file:${dir.at('where')}`, 'production'))).toContain(dir.at('where'));
    const practice = choose(null, 'practice');
    expect(practice.kind).toBe('file');
    expect(described(practice)).toContain('practice mode');
    expect(described(practice)).toContain(dir.at('practice', 'secrets.json'));
    await practice.check();
    // Whoever chooses a file for the real service goes on practicing with the record of before.
    expect(described(choose(`file:${dir.at('where')}`, 'practice'))).toBe(described(practice));
    expect(described(choose(`file:${dir.at('where')}`, 'production'))).toContain(dir.at('where'));
  });

  it.each(['', 'file:', 'file', 'vault', 'Keychain'])('refuses %j', (text) => {
    expect(() => parseSecretsChoice(text)).toThrow(expect.objectContaining({ code: 'secrets.bad-choice' }));
  });
});
