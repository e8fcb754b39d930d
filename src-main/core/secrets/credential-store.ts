import { z } from 'zod';
import { tokenAnswerSchema } from '../service/schemas.ts';
import type { CredentialStore, StoredToken, StoredWait } from '../service/service-client.ts';
import { parseApiSecret } from './api-secret.ts';
import type { SecretStore } from './secret-store.ts';

const storedTokenSchema = z.object({
  token: z.string().min(1),
  obtainedAt: z.number(),
  secretFingerprint: z.string(),
  orgSettings: tokenAnswerSchema.shape.org_settings,
});

const storedWaitSchema = z.object({ since: z.number(), until: z.number() });

/** What came of an exchange: a token, or how long to wait for the next one. */
export interface Exchanged {
  readonly token: StoredToken | null;
  readonly wait: StoredWait | null;
}

/** The credentials of one environment, with what a person may change of them. */
export interface EnvironmentCredentials extends CredentialStore {
  /** Forgets what was read, so that the next reading sees what another process changed. */
  reload(): void;
  /**
   * Keeps a new api_secret (checked by `parseApiSecret`), with what came of its exchange where there was one; the token and
   * refusal of the old one go. Whoever reads waits until all of it is kept.
   */
  setSecret(text: string, exchanged?: Exchanged): Promise<void>;
  /** Forgets the api_secret, its token and its refusal. */
  clear(): Promise<void>;
}

/**
 * The credentials of one environment in a secret store. `apiSecretOverride` stands in for the stored api_secret, and for
 * nothing else (docs/architecture.md 12). Values are kept in memory once read, until `reload`.
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
  let change: Promise<unknown> = Promise.resolve();

  const read = async (name: string): Promise<string | null> => {
    // An api_secret seen without the token that comes with it would be exchanged a second time (docs/service.md 5.4).
    await change;
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

  /** Carries out a change of several entries, as one to those who read. */
  const together = (work: () => Promise<void>): Promise<void> => {
    const done = change.then(work);
    change = done.catch(() => undefined);
    return done;
  };

  return {
    readSecret: async () => override ?? (await read(names.secret)),
    readToken: async () => parse(storedTokenSchema, await read(names.token)),
    writeToken: (token) => write(names.token, textOf(token)),
    readRefused: () => read(names.refused),
    writeRefused: (fingerprint) => write(names.refused, fingerprint),
    readWait: async () => parse(storedWaitSchema, await read(names.wait)),
    writeWait: (wait) => write(names.wait, textOf(wait)),
    reload,
    setSecret: async (text, exchanged) => {
      const secret = parseApiSecret(text);
      await together(async () => {
        await write(names.secret, secret);
        await write(names.token, textOf(exchanged?.token));
        await write(names.refused, null);
        if (exchanged !== undefined) await write(names.wait, textOf(exchanged.wait));
      });
    },
    clear: () =>
      together(async () => {
        for (const name of [names.secret, names.token, names.refused]) await write(name, null);
      }),
  };
}

const textOf = (value: StoredToken | StoredWait | null | undefined): string | null =>
  value ? JSON.stringify(value) : null;

/** A token or wait that cannot be read is as good as none: another one is one exchange away. */
function parse<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null {
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
