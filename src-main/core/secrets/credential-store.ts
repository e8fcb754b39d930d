import { z } from 'zod';
import { tokenAnswerSchema } from '../service/schemas.ts';
import type { CredentialStore } from '../service/service-client.ts';
import { parseApiSecret } from './api-secret.ts';
import type { SecretStore } from './secret-store.ts';

const storedTokenSchema = z.object({
  token: z.string().min(1),
  obtainedAt: z.number(),
  secretFingerprint: z.string(),
  orgSettings: tokenAnswerSchema.shape.org_settings,
});

const storedWaitSchema = z.object({ since: z.number(), until: z.number() });

/** The credentials of one environment, with what a person may change of them. */
export interface EnvironmentCredentials extends CredentialStore {
  /** Forgets what was read, so that the next reading sees what another process changed. */
  reload(): void;
  /** Keeps a new api_secret (checked by `parseApiSecret`); the token and refusal of the old one go. */
  setSecret(text: string): Promise<void>;
  /** Forgets the api_secret, its token and its refusal. */
  clear(): Promise<void>;
}

/**
 * The credentials of one environment in a secret store. `apiSecretOverride` stands in for the stored api_secret, and for
 * nothing else (DESIGN.md 11). Values are kept in memory once read, until `reload`.
 */
export function createCredentialStore({
  store,
  environment,
  apiSecretOverride = null,
}: {
  store: SecretStore;
  environment: string;
  apiSecretOverride?: string | null;
}): EnvironmentCredentials {
  // An environment variable that is set to nothing is as good as unset.
  const override = apiSecretOverride?.trim() ? parseApiSecret(apiSecretOverride) : null;
  const names = {
    secret: `api_secret:${environment}`,
    token: `token:${environment}`,
    refused: `refused:${environment}`,
    wait: `exchange-wait:${environment}`,
  };
  const known = new Map<string, string | null>();
  let generation = 0;

  const read = async (name: string): Promise<string | null> => {
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const asked = generation;
    const value = await store.get(name);
    // What was read before a change or reload must not be remembered after it.
    if (asked === generation) known.set(name, value);
    return value;
  };
  const reload = () => {
    generation += 1;
    known.clear();
  };
  const write = async (name: string, value: string | null): Promise<void> => {
    reload();
    try {
      await (value === null ? store.delete(name) : store.set(name, value));
    } finally {
      reload();
    }
  };

  return {
    readSecret: async () => override ?? (await read(names.secret)),
    readToken: async () => parse(storedTokenSchema, await read(names.token)),
    writeToken: (token) => write(names.token, token === null ? null : JSON.stringify(token)),
    readRefused: () => read(names.refused),
    writeRefused: (fingerprint) => write(names.refused, fingerprint),
    readWait: async () => parse(storedWaitSchema, await read(names.wait)),
    writeWait: (wait) => write(names.wait, wait === null ? null : JSON.stringify(wait)),
    reload,
    setSecret: async (text) => {
      await write(names.secret, parseApiSecret(text));
      await write(names.token, null);
      await write(names.refused, null);
    },
    clear: async () => {
      for (const name of [names.secret, names.token, names.refused]) await write(name, null);
    },
  };
}

/** A token or wait that cannot be read is as good as none: another one is one exchange away. */
function parse<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null {
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
