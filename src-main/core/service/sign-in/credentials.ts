import { createHash } from 'node:crypto';
import { detailOf } from '../../../contract/texts/detail.ts';
import { isDue } from '../../due.ts';
import { organisationId } from '../../secrets/api-secret.ts';
import type { CredentialStore, StoredToken } from '../service-client.ts';
import { ServiceError } from '../service-failure.ts';

// The milliseconds for which a token is used: one day less than the service grants (docs/service.md 8), so that no token expires during a
// call.
const TOKEN_LIFE_MS = 364 * 24 * 60 * 60 * 1000;
const STORE_RETRY_MS = 30_000;
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

interface Secret {
  readonly text: string;
  readonly fingerprint: string;
  readonly organisation: string;
}

interface Refusal {
  readonly fingerprint: string;
  readonly status: number;
  readonly detail: string | null;
  /** Whether the store has the refusal too. If false, the refusal is forgotten at the end of this process. */
  readonly stored: boolean;
}

/** Creates the credentials of one environment, which are kept in memory and in the store (I9). The functions must not run concurrently. */
export function createCredentials(store: CredentialStore) {
  let secret: Secret | null = null;
  let token: StoredToken | null = null;
  let refusal: Refusal | null = null;
  /** The last token that the service rejected. The store may still contain this token. */
  let dropped: string | null = null;
  /** The credentials that no error may contain, even if a response of the service repeats a credential. */
  const hidden = new Set<string>();

  const hold = (next: StoredToken): void => {
    token = next;
    hidden.add(next.token);
  };
  const currentRefusal = (): Refusal | null =>
    refusal?.fingerprint === secret?.fingerprint ? refusal : null;

  /** Reads only the api_secret from the store. If the api_secret changed, drops the token. Returns whether the api_secret changed. */
  async function refreshSecret(): Promise<boolean> {
    const text = await fromStore(() => store.readSecret());
    const fingerprint = text === null || text === '' ? null : createHash('sha256').update(text).digest('hex');
    if (fingerprint === (secret?.fingerprint ?? null)) return false;
    secret =
      text === null || fingerprint === null
        ? null
        : { text, fingerprint, organisation: organisationId(text) };
    if (text !== null && text !== '') hidden.add(text).add(text.split(':').slice(2).join(':') || text);
    token = null;
    return true;
  }

  /** Drops the token in memory only. The caller must call `forgetStored` afterwards. */
  function drop(): void {
    dropped = token?.token ?? dropped;
    token = null;
  }

  /** Removes a dropped token from the store, unless a newer token is in use already. */
  async function forgetStored(): Promise<void> {
    if (token === null) await succeeds(() => store.writeToken(null));
  }

  return {
    secret: () => secret,
    token: () => token,
    refusal: currentRefusal,
    refreshSecret,
    /** Reads the api_secret, its refusal and the token from the store. Returns whether the api_secret changed. */
    async load(): Promise<boolean> {
      const changed = await refreshSecret();
      const fingerprint = secret?.fingerprint ?? null;
      const refused = await fromStore(() => store.readRefused());
      if (refused !== null && refused !== refusal?.fingerprint) {
        refusal = { fingerprint: refused, status: 403, detail: null, stored: true };
      } else if (refused === null && refusal?.stored) {
        refusal = null;
      }
      if (token === null && currentRefusal() === null) {
        const stored = await fromStore(() => store.readToken());
        if (stored !== null && stored.secretFingerprint === fingerprint && stored.token !== dropped)
          hold(stored);
      }
      return changed;
    },
    /** Whether the token may be used at `now` (milliseconds since the epoch). */
    isFresh: (now: number): boolean => token !== null && now - token.obtainedAt < TOKEN_LIFE_MS,
    /** Keeps a new token in memory and in the store, and removes the refusal of the api_secret. Returns whether the store was written. */
    async keepToken(next: StoredToken): Promise<boolean> {
      hold(next);
      const refusalWasStored = refusal !== null;
      refusal = null;
      const kept = await succeeds(() => store.writeToken(next));
      return (!refusalWasStored || (await succeeds(() => store.writeRefused(null)))) && kept;
    },
    /** Returns the rest of the stored wait in milliseconds; 0 if the wait is over; null without a stored wait. */
    async storedWait(now: number): Promise<number | null> {
      const wait = await fromStore(() => store.readWait());
      if (wait === null) return null;
      const length = Math.min(wait.until - wait.since, LONGEST_WAIT_MS);
      const until = wait.since + length;
      return isDue(until, now, length) ? 0 : until - now;
    },
    /** Stores a wait of `ms` milliseconds, which survives a restart; null deletes the wait. Returns whether the store was written. */
    keepWait: (now: number, ms: number | null): Promise<boolean> =>
      succeeds(() => store.writeWait(ms === null ? null : { since: now, until: now + ms })),
    /** Records in memory that the service refused the api_secret. The caller must call `saveRefusal` afterwards. */
    refuse(fingerprint: string, status: number, detail: string | null): void {
      drop();
      refusal = { fingerprint, status, detail, stored: false };
    },
    /** Forgets the refusal in memory and in the store. */
    async forgetRefusal(): Promise<void> {
      if (refusal !== null) await succeeds(() => store.writeRefused(null));
      refusal = null;
    },
    /** Removes the dropped token from the store, and stores the refusal. */
    async saveRefusal(): Promise<void> {
      await forgetStored();
      const refused = refusal;
      if (refused === null || !(await succeeds(() => store.writeRefused(refused.fingerprint)))) return;
      refusal = { ...refused, stored: true };
    },
    /** Returns `text` with each credential that this process has used replaced by `[removed]`. */
    conceal(text: string): string {
      let safe = text;
      for (const credential of hidden) safe = safe.replaceAll(credential, '[removed]');
      return safe;
    },
  };
}

// Reads from the store. If the store cannot be read, throws `auth-wait` and not `no-secret`, so that no person is asked for another
// api_secret.
async function fromStore<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    const cause = detailOf('detail.secretStoreUnreadable');
    throw new ServiceError({ kind: 'auth-wait', retryAfterMs: STORE_RETRY_MS, cause });
  }
}

async function succeeds(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch {
    return false;
  }
}
