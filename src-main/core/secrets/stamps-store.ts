import { type Stamps, stampsSchema } from '../ledger/tables/stamps.ts';
import type { SecretStore } from './secret-store.ts';

// The secret store keeps the stamps of the station beside the ledger, so that a station whose ledger was lost still finds its Tasks in the
// list of the service.

const nameOf = (environment: string) => `stamps:${environment}`;

/** Returns the stamps in the secret store; none if the entry is missing or damaged. */
export async function readStoredStamps(store: SecretStore, environment: string): Promise<Stamps> {
  const text = await store.get(nameOf(environment));
  if (text === null) return [];
  try {
    return stampsSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

export async function storeStamps(store: SecretStore, environment: string, stamps: Stamps): Promise<void> {
  await store.set(nameOf(environment), JSON.stringify(stamps));
}
