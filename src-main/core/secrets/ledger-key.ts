import { type SecretStore, SecretStoreError } from './secret-store.ts';

const KEY = /^[0-9a-f]{64}$/;

/**
 * The key that the environment's ledger is encrypted with: 64 hexadecimal digits. Makes one (from `randomBytes`) and
 * proves that it is kept, but only where no ledger exists: a new key would make what an existing ledger says unreadable
 * for good. Rejects with a `SecretStoreError`, with `secrets.key-lost` where the ledger's key is gone.
 */
export async function ledgerKey(
  store: SecretStore,
  environment: string,
  { ledgerExists, randomBytes }: { ledgerExists: boolean; randomBytes: (count: number) => Buffer },
): Promise<string> {
  const name = `ledger-key:${environment}`;
  const stored = await store.get(name);
  if (stored !== null && KEY.test(stored)) return stored;
  if (ledgerExists || stored !== null) throw keyLost(store, environment, stored === null);
  const fresh = randomBytes(32).toString('hex');
  await store.set(name, fresh);
  if ((await store.get(name)) === fresh) return fresh;
  throw new SecretStoreError(
    'secrets.check-failed',
    `The key for the record of what was sent could not be kept in ${store.describe()}, so no record was begun and nothing was sent.`,
    'Ask your IT support to look at it, or choose a private file instead with --secrets file:PATH.',
  );
}

function keyLost(store: SecretStore, environment: string, gone: boolean): SecretStoreError {
  return new SecretStoreError(
    'secrets.key-lost',
    `The record of what was sent (the ledger of "${environment}") is there, but its key is ${gone ? 'no longer' : 'damaged'} in ${store.describe()}. Nothing was sent, and the record was left as it is; without the key nobody can read it.`,
    'If secrets were kept elsewhere before, start with the same --secrets. Otherwise restore the keychain or secrets file from a backup. Only if there is none: move the ledger away and start a new one; then check at the service what has been sent before.',
  );
}
