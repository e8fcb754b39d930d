import type { SecretStore } from './secret-store.ts';

// The secret store contains the passphrase of the automatic backups, because a backup must not wait until a person types the passphrase.

const nameOf = (environment: string) => `copies-passphrase:${environment}`;

export function readCopiesPassphrase(store: SecretStore, environment: string): Promise<string | null> {
  return store.get(nameOf(environment));
}

export async function keepCopiesPassphrase(
  store: SecretStore,
  environment: string,
  passphrase: string | null,
): Promise<void> {
  if (passphrase === null) await store.delete(nameOf(environment));
  else await store.set(nameOf(environment), passphrase);
}
