import { z } from 'zod';
import { tokenAnswerSchema } from '../service/schemas.ts';
import type {
  CredentialStore,
  OriginCredentials,
  StoredToken,
  StoredWait,
} from '../service/service-client.ts';
import { parseApiSecret } from './api-secret.ts';
import { type KeptSecret, readKeptSecret, writeKeptSecret } from './kept-secret.ts';
import type { SecretOverride } from './secret-override.ts';
import type { SecretStore } from './secret-store.ts';

const storedTokenSchema = z.object({
  /** Not there in an entry of an older version. */
  origin: z.string().optional(),
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

/** Why an api_secret that is there is not used: it belongs to another origin. */
export interface Elsewhere {
  readonly by: 'override' | 'store';
  /** Null where nobody can tell which origin the api_secret belongs to. */
  readonly origin: string | null;
}

/** The credentials of one environment at one origin, with what a person may change of them. */
export interface EnvironmentCredentials extends CredentialStore, OriginCredentials {
  /** The same environment's credentials at another origin: only what was set for that one (I9). */
  boundTo(origin: string): EnvironmentCredentials;
  /** Whether CLEARFOLDER_API_SECRET stands in for the stored api_secret. */
  readonly isOverridden: boolean;
  /** Not null where there is an api_secret and `readSecret` gives none, because it was set for another origin. */
  elsewhere(): Promise<Elsewhere | null>;
  /** Forgets what was read, so that the next reading sees what another process changed. */
  reload(): void;
  /**
   * Keeps a new api_secret (checked by `parseApiSecret`) for this origin, with what came of its exchange where there was one;
   * the token and refusal of the old one go. Whoever reads waits until all of it is kept.
   */
  setSecret(text: string, exchanged?: Exchanged): Promise<void>;
  /** Forgets the api_secret, its token and its refusal, whichever origin they were set for. */
  clear(): Promise<void>;
}

interface Parts {
  readonly store: SecretStore;
  readonly environment: string;
  /** The origin of the environment's address. */
  readonly origin: string;
  readonly override?: SecretOverride | null;
  /**
   * The origin that the environment's ledger is tied to, or null. Entries of older versions, which name no origin, belong to
   * that one; where no ledger names one, such an entry is not used (docs/decisions/058-secret-belongs-to-an-origin.md).
   */
  readonly olderOrigin?: () => Promise<string | null>;
}

/**
 * The credentials of one environment in a secret store, each kept with its origin. `override` stands in for the stored
 * api_secret, and for nothing else (docs/architecture.md 12). Values are kept in memory once read, until `reload`.
 */
export function createCredentialStore({
  store,
  environment,
  origin: ownOrigin,
  override = null,
  olderOrigin = async () => null,
}: Parts): EnvironmentCredentials {
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

  /** The stored api_secret with its origin; an entry of an older version gets the origin of its ledger, for good. */
  const storedSecret = async (): Promise<KeptSecret | null> => {
    const text = await read(names.secret);
    if (text === null) return null;
    const kept = readKeptSecret(text);
    if (kept.origin !== null) return kept;
    const origin = await olderOrigin();
    if (origin === null) return kept;
    await together(async () => {
      // Another process may have set a new one meanwhile.
      if ((await store.get(names.secret)) === text)
        await write(names.secret, writeKeptSecret(origin, kept.secret));
    });
    return { origin, secret: kept.secret };
  };

  const storedToken = async (origin: string): Promise<StoredToken | null> => {
    const kept = parse(storedTokenSchema, await read(names.token));
    if (kept === null || (kept.origin ?? (await olderOrigin())) !== origin) return null;
    const { origin: _, ...token } = kept;
    return token;
  };

  const boundTo = (origin: string): EnvironmentCredentials => ({
    boundTo,
    isOverridden: override !== null,
    readSecret: async () => {
      if (override !== null) return (await override.belongsTo(origin)) ? override.secret : null;
      const kept = await storedSecret();
      return kept?.origin === origin ? kept.secret : null;
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
        await write(names.secret, writeKeptSecret(origin, secret));
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

/** A token or wait that cannot be read is as good as none: another one is one exchange away. */
function parse<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null {
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
