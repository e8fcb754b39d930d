import { createHash } from 'node:crypto';
import { organisationId } from '../../secrets/api-secret.ts';
import type { CredentialStore, StoredToken } from '../service-client.ts';
import { ServiceError } from '../service-failure.ts';

/** A day less than the service gives (docs/service.md 8), so that no call meets the end of its token on the way. */
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
  /** False where the store did not take it; then this memory is all there is. */
  readonly stored: boolean;
}

/** The credentials of one environment in memory, kept in step with the store (I9). Not for concurrent use. */
export class Credentials {
  secret: Secret | null = null;
  token: StoredToken | null = null;
  #refusal: Refusal | null = null;
  /** A token the service did not take; the store may still hold it for a moment, or for longer if it cannot be written. */
  #dropped: string | null = null;
  readonly #store: CredentialStore;
  /** Everything that must never stand in an error, even where the service repeats it. */
  readonly #private = new Set<string>();

  constructor(store: CredentialStore) {
    this.#store = store;
  }

  /** The refusal of the secret held now, if it was refused. */
  get refusal(): Refusal | null {
    return this.#refusal?.fingerprint === this.secret?.fingerprint ? this.#refusal : null;
  }

  /** Reads everything from the store. Tells whether the secret is another one than before. */
  async load(): Promise<boolean> {
    const changed = await this.refreshSecret();
    const fingerprint = this.secret?.fingerprint ?? null;
    const refused = await fromStore(() => this.#store.readRefused());
    if (refused !== null && refused !== this.#refusal?.fingerprint) {
      this.#refusal = { fingerprint: refused, status: 403, detail: null, stored: true };
    } else if (refused === null && this.#refusal?.stored) {
      this.#refusal = null;
    }
    if (this.token === null && this.refusal === null) {
      const token = await fromStore(() => this.#store.readToken());
      const usable =
        token !== null && token.secretFingerprint === fingerprint && token.token !== this.#dropped;
      if (usable) this.#hold(token);
    }
    return changed;
  }

  /** Reads the secret alone. A token of another secret is dropped. Tells whether the secret is another one than before. */
  async refreshSecret(): Promise<boolean> {
    const text = await fromStore(() => this.#store.readSecret());
    const fingerprint = text === null || text === '' ? null : createHash('sha256').update(text).digest('hex');
    if (fingerprint === (this.secret?.fingerprint ?? null)) return false;
    this.secret =
      text === null || fingerprint === null
        ? null
        : { text, fingerprint, organisation: organisationId(text) };
    if (text !== null && text !== '') this.#private.add(text).add(text.split(':').slice(2).join(':') || text);
    this.token = null;
    return true;
  }

  /** Whether the token held may be used at this time. */
  isFresh(now: number): boolean {
    return this.token !== null && now - this.token.obtainedAt < TOKEN_LIFE_MS;
  }

  /** Takes a new token; true if the store kept it too. It serves from memory either way. */
  async keepToken(token: StoredToken): Promise<boolean> {
    this.#hold(token);
    const refusalWasStored = this.#refusal !== null;
    this.#refusal = null;
    const kept = await succeeds(() => this.#store.writeToken(token));
    return (!refusalWasStored || (await succeeds(() => this.#store.writeRefused(null)))) && kept;
  }

  /** What is left of a stored wait, milliseconds; null where there is none. */
  async storedWait(now: number): Promise<number | null> {
    const wait = await fromStore(() => this.#store.readWait());
    if (wait === null) return null;
    const whole = Math.min(wait.until - wait.since, LONGEST_WAIT_MS);
    return now < wait.since ? whole : Math.max(0, Math.min(wait.until - now, whole));
  }

  /** Keeps a wait beyond a restart, or forgets it; true if the store did. */
  keepWait(now: number, ms: number | null): Promise<boolean> {
    return succeeds(() => this.#store.writeWait(ms === null ? null : { since: now, until: now + ms }));
  }

  /** Forgets the token at once; `forgetStored` follows it up. */
  drop(): void {
    this.#dropped = this.token?.token ?? this.#dropped;
    this.token = null;
  }

  /** Takes a dropped token out of the store, unless a newer one is there. */
  async forgetStored(): Promise<void> {
    if (this.token === null) await succeeds(() => this.#store.writeToken(null));
  }

  /** Remembers that this secret was refused, at once; `saveRefusal` follows it up. */
  refuse(fingerprint: string, status: number, detail: string | null): void {
    this.drop();
    this.#refusal = { fingerprint, status, detail, stored: false };
  }

  /** Keeps the refusal beyond a restart. */
  async saveRefusal(): Promise<void> {
    await this.forgetStored();
    const refusal = this.#refusal;
    if (refusal === null || !(await succeeds(() => this.#store.writeRefused(refusal.fingerprint)))) return;
    this.#refusal = { ...refusal, stored: true };
  }

  /** The text without any credential that this process has held. */
  conceal(text: string): string {
    let safe = text;
    for (const secret of this.#private) safe = safe.replaceAll(secret, '[removed]');
    return safe;
  }

  #hold(token: StoredToken): void {
    this.token = token;
    this.#private.add(token.token);
  }
}

/** A store that cannot be read is a reason to wait, not to ask for another secret. */
async function fromStore<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    const cause = 'the secret store of this computer cannot be read';
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
