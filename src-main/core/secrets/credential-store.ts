import { z } from 'zod';
import { orgSettingsSchema } from '../service/schemas.ts';
import type {
  CredentialStore,
  OriginCredentials,
  StoredToken,
  StoredWait,
} from '../service/service-client.ts';
import { parseApiSecret } from './api-secret.ts';
import type { SecretOverride } from './secret-override.ts';
import { memoryStore, type SecretStore } from './secret-store.ts';

const storedSecretSchema = z.object({ origin: z.string(), api_secret: z.string() });

const storedTokenSchema = z.object({
  /** The origin that the token was obtained from. */
  origin: z.string(),
  token: z.string().min(1),
  obtainedAt: z.number(),
  secretFingerprint: z.string(),
  orgSettings: orgSettingsSchema,
});

const storedWaitSchema = z.object({ since: z.number(), until: z.number() });

/** The result of a token exchange. `token` is null if the service gave no token. `wait` is the pause before the next exchange. */
export interface Exchanged {
  readonly token: StoredToken | null;
  readonly wait: StoredWait | null;
}

/**
 * An api_secret that was set for another origin. `by` is `override` for CLEARFOLDER_API_SECRET, and `store` for the secret store. A null
 * `origin` means that no program has used this CLEARFOLDER_API_SECRET yet.
 */
export type Elsewhere =
  | { readonly by: 'override'; readonly origin: string | null }
  | { readonly by: 'store'; readonly origin: string };

/** The credentials of one environment at one origin, and the methods that change these credentials for a person. */
export interface EnvironmentCredentials extends CredentialStore, OriginCredentials {
  /** Returns the credentials of the same environment for another origin (I9). */
  boundTo(origin: string): EnvironmentCredentials;
  readonly isOverridden: boolean;
  /** If the api_secret was set for another origin, returns the source and the origin of the api_secret; otherwise null. */
  elsewhere(): Promise<Elsewhere | null>;
  /** Forgets the values in memory, so that the next read returns what another process has stored. */
  reload(): void;
  /**
   * Stores a new api_secret for this origin and the result of its sign-in, and deletes the old token and the old refusal. Readers wait
   * until all entries are stored.
   */
  setSecret(text: string, exchanged?: Exchanged): Promise<void>;
  /** Deletes the api_secret, its token and its stored refusal, whatever their origin. */
  clear(): Promise<void>;
}

interface Parts {
  readonly store: SecretStore;
  readonly environment: string;
  readonly origin: string;
  readonly override?: SecretOverride | null;
}

/**
 * Creates the credentials of one environment. The secret store contains the api_secret and the token, each with its origin. `override`
 * replaces the stored api_secret and nothing else (docs/architecture.md 12). Values stay in memory after the first read, until `reload`.
 */
export function createCredentialStore({
  store,
  environment,
  origin: ownOrigin,
  override = null,
}: Parts): EnvironmentCredentials {
  const names = {
    secret: `api_secret:${environment}`,
    token: `token:${environment}`,
    refused: `refused:${environment}`,
    wait: `exchange-wait:${environment}`,
  };
  const cache = new Map<string, string | null>();
  let generation = 0;
  let change: Promise<unknown> = Promise.resolve();

  const read = async (name: string): Promise<string | null> => {
    // Without this wait, a reader could sign in again with a new api_secret whose token is not stored yet (docs/service.md 5.4).
    await change;
    const kept = cache.get(name);
    if (kept !== undefined) return kept;
    const began = generation;
    const value = await store.get(name);
    // If a change or a reload happened during the read, the value may be outdated and must not enter the cache.
    if (began === generation) cache.set(name, value);
    return value;
  };
  const reload = () => {
    generation += 1;
    cache.clear();
  };
  const write = async (name: string, value: string | null): Promise<void> => {
    reload();
    try {
      await (value === null ? store.delete(name) : store.set(name, value));
    } finally {
      reload();
    }
  };

  // Readers wait until the change ends, so that no reader gets some entries from before the change and others from after the change.
  const together = (work: () => Promise<void>): Promise<void> => {
    const done = change.then(work);
    change = done.catch(() => undefined);
    return done;
  };

  const storedSecret = async () => parse(storedSecretSchema, await read(names.secret));

  const storedToken = async (origin: string): Promise<StoredToken | null> => {
    const kept = parse(storedTokenSchema, await read(names.token));
    if (kept === null || kept.origin !== origin) return null;
    const { origin: _, ...token } = kept;
    return token;
  };

  const boundTo = (origin: string): EnvironmentCredentials => ({
    boundTo,
    isOverridden: override !== null,
    readSecret: async () => {
      if (override !== null) return (await override.belongsTo(origin)) ? override.secret : null;
      const kept = await storedSecret();
      return kept?.origin === origin ? kept.api_secret : null;
    },
    elsewhere: async () => {
      if (override !== null) {
        if (await override.belongsTo(origin)) return null;
        return { by: 'override', origin: await override.origin() };
      }
      const kept = await storedSecret();
      return kept === null || kept.origin === origin ? null : { by: 'store', origin: kept.origin };
    },
    readToken: () => storedToken(origin),
    writeToken: (token) => write(names.token, tokenText(origin, token)),
    readRefused: () => read(names.refused),
    writeRefused: (fingerprint) => write(names.refused, fingerprint),
    readWait: async () => parse(storedWaitSchema, await read(names.wait)),
    writeWait: (wait) => write(names.wait, waitText(wait)),
    reload,
    setSecret: async (text, exchanged) => {
      const secret = parseApiSecret(text);
      await together(async () => {
        await write(names.secret, secretText(origin, secret));
        await write(names.token, tokenText(origin, exchanged?.token));
        await write(names.refused, null);
        if (exchanged !== undefined) await write(names.wait, waitText(exchanged.wait));
      });
    },
    clear: () =>
      together(async () => {
        for (const name of [names.secret, names.token, names.refused]) await write(name, null);
      }),
  });
  return boundTo(ownOrigin);
}

const tokenText = (origin: string, token: StoredToken | null | undefined): string | null =>
  token ? JSON.stringify({ ...token, origin }) : null;

const waitText = (wait: StoredWait | null): string | null => (wait ? JSON.stringify(wait) : null);

// Returns null for an unreadable entry. A person then sets the api_secret again, and the next sign-in replaces the token and the pause.
function parse<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null {
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const secretText = (origin: string, secret: string): string => JSON.stringify({ origin, api_secret: secret });

/** Returns credentials that are only in memory, for a sign-in with an api_secret that is not stored yet. The stored token is not used. */
export function trialCredentials(environment: string, origin: string): EnvironmentCredentials {
  return createCredentialStore({ store: memoryStore(), environment, origin });
}
