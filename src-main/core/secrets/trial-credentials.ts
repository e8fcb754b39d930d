import { createCredentialStore, type EnvironmentCredentials } from './credential-store.ts';
import type { SecretStore } from './secret-store.ts';

/** Credentials that live in memory for one question: what is asked with them meets no token that is already held. */
export function trialCredentials(environment: string, origin: string): EnvironmentCredentials {
  const kept = new Map<string, string>();
  const store: SecretStore = {
    kind: 'file',
    describe: () => 'memory',
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    delete: async (name) => void kept.delete(name),
    check: async () => undefined,
  };
  return createCredentialStore({ store, environment, origin });
}
