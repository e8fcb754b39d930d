import type { SecretStore } from './secret-store.ts';

/*
 * The passphrase that opens the copies which the station writes by itself to a place of the administrator's choice: kept, since
 * nobody is there to type the passphrase when a copy is due.
 */

const nameOf = (environment: string) => `copies-passphrase:${environment}`;

/** The passphrase of the copies; null where none was set. Rejects as the store does. */
export function readCopiesPassphrase(store: SecretStore, environment: string): Promise<string | null> {
  return store.get(nameOf(environment));
}

/** Keeps the passphrase of the copies, or forgets it (null). Rejects as the store does. */
export async function keepCopiesPassphrase(
  store: SecretStore,
  environment: string,
  passphrase: string | null,
): Promise<void> {
  if (passphrase === null) await store.delete(nameOf(environment));
  else await store.set(nameOf(environment), passphrase);
}
