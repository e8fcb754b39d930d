import { z } from 'zod';
import type { SecretStore } from './secret-store.ts';

const LOGIN = 'postgres-login';
const PASSPHRASE = 'stations-passphrase';
const loginSchema = z.object({ address: z.string(), password: z.string() });

/**
 * The password of the stations' database, together with the address for which it was set (I9), and the passphrase that all stations of the
 * database share.
 */
export function stationsLogin(store: SecretStore) {
  return {
    /** Returns null if no password was set for this address. */
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
