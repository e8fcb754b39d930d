import { z } from 'zod';
import { type SecretStore, SecretStoreError } from './secret-store.ts';

const KEY = /^[0-9a-f]{64}$/;
/** The number of former keys that are kept, so that backups with these keys can still be opened. */
const RETIRED_KEPT = 8;
const retiredSchema = z.array(z.string().regex(KEY)).catch([]);

const namesOf = (environment: string) => ({
  current: `ledger-key:${environment}`,
  /** The new key of a key rotation, stored before the ledger is encrypted with the new key. */
  next: `ledger-key-next:${environment}`,
  /** Former keys of the ledger, newest first, for opening backups. */
  retired: `ledger-keys-retired:${environment}`,
});

export interface LedgerKeyParts {
  readonly ledgerExists: () => boolean;
  readonly randomBytes: (count: number) => Buffer;
  /** Runs `work` in one process at a time. If two processes made a key, store and ledger might have different keys. */
  readonly alone: (work: () => Promise<string>) => Promise<string>;
  /** Whether a key opens the ledger. After an interrupted rotation, the function tells which of two keys is in use. */
  readonly opens?: (key: string) => boolean;
}

/**
 * Returns the key that encrypts the environment's ledger: 64 hexadecimal digits. Makes and stores a new key if neither a ledger nor a key
 * exists, because a new key cannot open an existing ledger. Rejects with a `SecretStoreError`: `secrets.key-lost` if the key of an existing
 * ledger is gone.
 */
export async function ledgerKey(
  store: SecretStore,
  environment: string,
  { ledgerExists, randomBytes, alone, opens = () => true }: LedgerKeyParts,
): Promise<string> {
  const name = namesOf(environment).current;
  const kept = async (): Promise<string | null> => {
    // The ledger is checked before the key. A process that makes both stores the key first, so an existing ledger has a stored key.
    const exists = ledgerExists();
    const current = await currentLedgerKey(store, environment, exists ? opens : () => true);
    if (current !== null) return current;
    const stored = await store.get(name);
    if (exists || stored !== null) throw keyLost(store, environment, stored === null);
    return null;
  };
  const made = async (): Promise<string> => {
    const fresh = randomBytes(32).toString('hex');
    await keep(store, name, fresh);
    return fresh;
  };
  return (await kept()) ?? (await alone(async () => (await kept()) ?? (await made())));
}

/** Stores a new key beside the key in use, and checks that the store saved the new key. Returns the new key. */
export async function prepareNextKey(
  store: SecretStore,
  environment: string,
  randomBytes: (count: number) => Buffer,
): Promise<string> {
  const next = randomBytes(32).toString('hex');
  await keep(store, namesOf(environment).next, next);
  return next;
}

/** Makes the key of `prepareNextKey` the key in use. The call can be repeated after an interruption at any point. */
export async function takeNextKey(store: SecretStore, environment: string): Promise<void> {
  const names = namesOf(environment);
  const current = await keyUnder(store, names.current);
  const next = await keyUnder(store, names.next);
  if (next === null) return;
  if (current !== null && current !== next) {
    const retired = [current, ...(await retiredKeys(store, environment)).filter((key) => key !== current)];
    await keep(store, names.retired, JSON.stringify(retired.slice(0, RETIRED_KEPT)));
  }
  await keep(store, names.current, next);
  await store.delete(names.next);
}

/** Returns the key in use, or null. If only the prepared key opens the ledger (after an interruption), makes that key the key in use. */
export async function currentLedgerKey(
  store: SecretStore,
  environment: string,
  opens: (key: string) => boolean,
): Promise<string | null> {
  const names = namesOf(environment);
  const current = await keyUnder(store, names.current);
  const next = await keyUnder(store, names.next);
  if (next === null || (current !== null && opens(current)) || !opens(next)) return current;
  await takeNextKey(store, environment);
  return next;
}

async function keyUnder(store: SecretStore, name: string): Promise<string | null> {
  const stored = await store.get(name);
  return stored !== null && KEY.test(stored) ? stored : null;
}

/** Returns every key that may have encrypted a backup of this station, the most likely first. */
export async function knownLedgerKeys(store: SecretStore, environment: string): Promise<string[]> {
  const names = namesOf(environment);
  const kept = [await keyUnder(store, names.current), await keyUnder(store, names.next)];
  return [...new Set([...kept.filter((key) => key !== null), ...(await retiredKeys(store, environment))])];
}

async function retiredKeys(store: SecretStore, environment: string): Promise<string[]> {
  const text = await store.get(namesOf(environment).retired);
  if (text === null) return [];
  try {
    return retiredSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

async function keep(store: SecretStore, name: string, value: string): Promise<void> {
  await store.set(name, value);
  if ((await store.get(name)) === value) return;
  throw new SecretStoreError(
    'secrets.check-failed',
    `Clearfolder could not save the key of the record of what was sent in ${store.describe()}, so nothing was encrypted with this key and nothing was sent.`,
    'Ask your IT department to check this secret store, or choose a private file instead with --secrets file:PATH.',
  );
}

function keyLost(store: SecretStore, environment: string, gone: boolean): SecretStoreError {
  return new SecretStoreError(
    'secrets.key-lost',
    `The record of what was sent (the ledger of "${environment}") is there, but its key is ${gone ? 'no longer' : 'damaged'} in ${store.describe()}. Nothing was sent, and the record was left as it is; without the key nobody can read it.`,
    'If Clearfolder used another secret store before, start with the same --secrets. Otherwise restore the keychain or secrets file from a backup, or restore a backup of the record that was made with a passphrase: clearfolder restore FILE. Only if there is no such backup: move the ledger away and start with a new ledger; then check at the service what has been sent before.',
  );
}
