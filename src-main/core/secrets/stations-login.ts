import { z } from 'zod';
import type { SecretStore } from './secret-store.ts';

const LOGIN = 'postgres-login';
const PASSPHRASE = 'stations-passphrase';
const loginSchema = z.object({ address: z.string(), password: z.string() });

/**
 * Returns access to two entries of the secret store. One entry has the password of the stations' database, and the address for which the
 * password was set (I9). The other entry has the passphrase that all stations of the database share.
 */
export function stationsLogin(store: SecretStore) {
  return {
    /** Returns the password of the database at `address`; null if no password was set for this address. */
    password: async (address: string): Promise<string | null> => {
      const text = await store.get(LOGIN);
      const kept = text === null ? null : loginSchema.parse(JSON.parse(text));
      return kept?.address === address ? kept.password : null;
    },
    setPassword: (address: string, password: string) =>
      store.set(LOGIN, JSON.stringify({ address, password })),
    passphrase: () => store.get(PASSPHRASE),
    setPassphrase: (passphrase: string) => store.set(PASSPHRASE, passphrase),
  };
}
