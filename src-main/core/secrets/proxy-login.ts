import { z } from 'zod';
import type { SecretStore } from './secret-store.ts';

const NAME = 'proxy-login';
const keptSchema = z.object({ proxy: z.string(), user: z.string(), password: z.string() });

/** The user name and the password for a proxy. The secret store contains both, together with the address of the proxy (I9). */
export interface ProxyLogin {
  /** Returns the value of Proxy-Authorization; null if no user name was set for this address. Rejects with a `SecretStoreError`. */
  authorization(proxy: string): Promise<string | null>;
  set(proxy: string, user: string, password: string): Promise<void>;
  clear(): Promise<void>;
  reload(): void;
}

export function createProxyLogin(store: SecretStore): ProxyLogin {
  let known: Promise<string | null> | null = null;
  const reload = () => {
    known = null;
  };
  return {
    authorization: async (proxy) => {
      known ??= store.get(NAME);
      const reading = known;
      const text = await reading.catch((error: unknown) => {
        if (known === reading) known = null;
        throw error;
      });
      const kept = text === null ? null : keptSchema.parse(JSON.parse(text));
      if (kept?.proxy !== proxy) return null;
      return `Basic ${Buffer.from(`${kept.user}:${kept.password}`).toString('base64')}`;
    },
    set: async (proxy, user, password) => {
      await store.set(NAME, JSON.stringify({ proxy, user, password }));
      reload();
    },
    clear: async () => {
      await store.delete(NAME);
      reload();
    },
    reload,
  };
}
