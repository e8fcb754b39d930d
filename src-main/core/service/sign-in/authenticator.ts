import pLimit from 'p-limit';
import type { NetworkProblemCode } from '../../../contract/problem.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Log } from '../../log/events.ts';
import type { CredentialStore, StoredToken } from '../service-client.ts';
import { type Failure, ServiceError } from '../service-failure.ts';
import { Credentials } from './credentials.ts';
import type { Organisation } from './record-owner.ts';
import type { TokenExchange, TokenExchangeResult } from './token-exchange.ts';

const BACKOFF_BASE_MS = 2_000;
const BACKOFF_CAP_MS = 15 * 60_000;
const LIMITED = 'the service takes no more sign-in attempts for now';

/** No exchange before `until` (monotonic). `limited`: the service itself said so, which no new secret changes. */
interface Wait {
  readonly until: number;
  readonly limited: boolean;
  readonly cause: string;
  readonly obstacle?: NetworkProblemCode;
}

export interface AuthenticatorParts {
  readonly store: CredentialStore;
  readonly exchange: TokenExchange;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Holds the bearer token and decides when the api_secret is exchanged (docs/service.md 5; docs/architecture.md 5):
 * one exchange in flight ever, none before a wait is over, none at all for a secret that was refused.
 */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  readonly #credentials: Credentials;
  readonly #line = pLimit(1);
  #loaded = false;
  #wait: Wait | null = null;
  #waitIsStored = false;
  #faults = 0;

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
    this.#credentials = new Credentials(parts.store);
  }

  /** A token of the api_secret in force, whichever organisation that is of. Rejects with `no-secret`, `auth-refused` or `auth-wait`. */
  async bearer(): Promise<StoredToken> {
    const { token } = this.#credentials;
    if (token !== null && !this.#isBusy && this.#isFresh()) return token;
    return this.#line(() => this.#ensure());
  }

  get #isBusy(): boolean {
    return this.#line.activeCount + this.#line.pendingCount > 0;
  }

  /** Whether this token is still the one to use. */
  isCurrent(held: StoredToken): boolean {
    return this.#credentials.token === held;
  }

  /** The organisation that this token was given to; null where the token is no longer the one to use. */
  organisationOf(held: StoredToken): Organisation | null {
    const { secret } = this.#credentials;
    if (secret === null || !this.isCurrent(held)) return null;
    return { id: secret.organisation, name: held.orgSettings.name };
  }

  /** Reads the store again; see `ServiceClient.reloadCredentials`. */
  reload(): Promise<void> {
    return this.#line(() => this.#load());
  }

  /** The service did not take this token: it is used no more. The next `bearer` brings the newer one, or gets one. */
  async reject(held: StoredToken): Promise<void> {
    if (!this.isCurrent(held)) return;
    this.#credentials.drop();
    await this.#line(() => this.#credentials.forgetStored());
  }

  /** The service did not take the token that followed a rejected one: nothing more is sent. Gives what to tell the caller. */
  async refuse(held: StoredToken, status: number, detail: string | null): Promise<Failure> {
    if (!this.isCurrent(held)) {
      return { kind: 'auth-wait', retryAfterMs: 0, cause: 'the credentials changed during the call' };
    }
    this.#credentials.refuse(held.secretFingerprint, status, detail);
    await this.#line(() => this.#credentials.saveRefusal());
    this.#parts.log('service.signed-in', { outcome: 'refused' });
    return { kind: 'auth-refused', status, detail };
  }

  /** The text without any credential that this process has held (I9). */
  conceal(text: string): string {
    return this.#credentials.conceal(text);
  }

  #isFresh(): boolean {
    return this.#loaded && this.#credentials.isFresh(this.#parts.clock.now());
  }

  async #load(): Promise<void> {
    if (await this.#credentials.load()) this.#secretChanged();
    if (!this.#loaded) await this.#takeUpWait();
    this.#loaded = true;
  }

  /** A delay that the service named before this process began still holds (docs/service.md 5.4). */
  async #takeUpWait(): Promise<void> {
    const { clock } = this.#parts;
    const left = await this.#credentials.storedWait(clock.now());
    this.#waitIsStored = left !== null;
    if (left !== null && left > 0)
      this.#wait = { until: clock.monotonic() + left, limited: true, cause: LIMITED };
  }

  #secretChanged(): void {
    this.#faults = 0;
    if (this.#wait?.limited === false) this.#wait = null;
  }

  async #ensure(): Promise<StoredToken> {
    const credentials = this.#credentials;
    if (!this.#loaded) await this.#load();
    else if (!this.#isFresh() && (await credentials.refreshSecret())) {
      this.#secretChanged();
      // Whoever set it may have exchanged it before.
      await this.#load();
    }
    const { secret, refusal, token } = credentials;
    if (secret === null) throw new ServiceError({ kind: 'no-secret' });
    if (refusal !== null) {
      throw new ServiceError({ kind: 'auth-refused', status: refusal.status, detail: refusal.detail });
    }
    if (token !== null && this.#isFresh()) return token;
    this.#throwIfWaiting();
    const result = await this.#parts.exchange(secret.text, (text) => credentials.conceal(text));
    return this.#take(result, secret.fingerprint);
  }

  #throwIfWaiting(): void {
    const wait = this.#wait;
    const left = wait === null ? 0 : wait.until - this.#parts.clock.monotonic();
    if (wait === null || left <= 0) return;
    throw new ServiceError({ kind: 'auth-wait', retryAfterMs: Math.ceil(left), ...reasonOf(wait) });
  }

  async #take(result: TokenExchangeResult, fingerprint: string): Promise<StoredToken> {
    const { clock, log } = this.#parts;
    switch (result.kind) {
      case 'token': {
        this.#faults = 0;
        this.#wait = null;
        if (this.#waitIsStored) this.#waitIsStored = !(await this.#credentials.keepWait(clock.now(), null));
        const { token, orgSettings } = result;
        const held = { token, obtainedAt: clock.now(), secretFingerprint: fingerprint, orgSettings };
        const kept = await this.#credentials.keepToken(held);
        log('service.signed-in', {
          outcome: kept ? 'ok' : 'ok, but the secret store did not keep the token',
        });
        return held;
      }
      case 'refused':
        this.#credentials.refuse(fingerprint, result.status, result.detail);
        await this.#credentials.saveRefusal();
        log('service.signed-in', { outcome: 'refused' });
        throw new ServiceError({ kind: 'auth-refused', status: result.status, detail: result.detail });
      case 'not-now': {
        const ms = Math.max(
          result.askedMs ?? 0,
          result.limited && result.askedMs !== null ? 0 : this.#backoff(),
        );
        this.#wait = { until: clock.monotonic() + ms, limited: result.limited, ...reasonOf(result) };
        if (result.limited || result.askedMs !== null)
          this.#waitIsStored = await this.#credentials.keepWait(clock.now(), ms);
        log('service.signed-in', { outcome: result.limited ? 'limited' : 'fault' });
        throw new ServiceError({ kind: 'auth-wait', retryAfterMs: ms, ...reasonOf(result) });
      }
    }
  }

  /** Between half and all of a limit that doubles: full jitter could come back at once and hammer the exchange. */
  #backoff(): number {
    const limit = Math.min(BACKOFF_BASE_MS * 2 ** this.#faults, BACKOFF_CAP_MS);
    this.#faults += 1;
    return Math.ceil(limit * (0.5 + this.#parts.random() / 2));
  }
}

/** Why the sign-in waits, and what stands in its way where that is known. */
function reasonOf({ cause, obstacle }: Pick<Wait, 'cause' | 'obstacle'>): Pick<Wait, 'cause' | 'obstacle'> {
  return obstacle === undefined ? { cause } : { cause, obstacle };
}
