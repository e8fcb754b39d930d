import { z } from 'zod';
import { say } from '../../contract/say.ts';
import { type SecretStore, SecretStoreError } from './secret-store.ts';

const KEY = /^[0-9a-f]{64}$/;
// The maximum number of former keys in the secret store. With the former keys, Clearfolder can still open older backups.
const RETIRED_KEPT = 8;
const retiredSchema = z.array(z.string().regex(KEY)).catch([]);

const namesOf = (environment: string) => ({
  current: `ledger-key:${environment}`,
  /** The new key of a key rotation. The new key is stored before the ledger is encrypted with the new key. */
  next: `ledger-key-next:${environment}`,
  /** The former keys of the ledger, newest first. The former keys open older backups. */
  retired: `ledger-keys-retired:${environment}`,
});

export interface LedgerKeyParts {
  readonly ledgerExists: () => boolean;
  readonly randomBytes: (count: number) => Buffer;
  /** Runs `work` in one process at a time. Otherwise two processes could make two keys, and the stored key might not open the ledger. */
  readonly alone: (work: () => Promise<string>) => Promise<string>;
  /** Whether a key opens the ledger. After an interrupted key rotation, perhaps only the next key opens the ledger. */
  readonly opens?: (key: string) => boolean;
}

/**
 * Returns the key of the ledger: 64 hexadecimal digits. If neither a ledger nor a key exists, makes and stores a new key.
 * @throws SecretStoreError `secrets.key-lost` if the stored key is damaged, or if a ledger exists and no key is stored
 */
export async function ledgerKey(
  store: SecretStore,
  environment: string,
  { ledgerExists, randomBytes, alone, opens = () => true }: LedgerKeyParts,
): Promise<string> {
  const name = namesOf(environment).current;
  const kept = async (): Promise<string | null> => {
    // The check comes before the read of the key, because a process stores a new key before the process creates the ledger.
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

/** Stores a new key beside the current key, and checks that the secret store saved the new key. Returns the new key. */
export async function prepareNextKey(
  store: SecretStore,
  environment: string,
  randomBytes: (count: number) => Buffer,
): Promise<string> {
  const next = randomBytes(32).toString('hex');
  await keep(store, namesOf(environment).next, next);
  return next;
}

/** Makes the stored next key the current key, and the current key a former key. After an interruption, the call can be repeated. */
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

/** Returns the current key; null without a valid key. First completes an interrupted key rotation if only the next key opens the ledger. */
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

/** Returns every stored key that may have encrypted a backup of this station: the current key, the next key and the former keys. */
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
    say('secrets.cannotSaveKeyRecord', { store: store.describe() }),
    say('secrets.askDepartmentCheckSecret'),
  );
}

function keyLost(store: SecretStore, environment: string, gone: boolean): SecretStoreError {
  return new SecretStoreError(
    'secrets.key-lost',
    gone
      ? say('secrets.recordWhatSentLedger', { environment, store: store.describe() })
      : say('secrets.recordWhatSentLedgerButKey', { environment, store: store.describe() }),
    say('secrets.usedAnotherSecretStore'),
  );
}
