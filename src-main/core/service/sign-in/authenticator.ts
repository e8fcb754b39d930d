import pLimit from 'p-limit';
import type { NetworkProblemCode } from '../../../contract/problem.ts';
import { detailOf } from '../../../contract/texts/detail.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Log } from '../../log/events.ts';
import { isSuccess, readAnswer, readRefusal } from '../answer.ts';
import { jsonBody } from '../calls.ts';
import type { Transport } from '../http/transport.ts';
import { type OrgSettings, tokenAnswerSchema } from '../schemas.ts';
import type { CredentialStore, StoredToken } from '../service-client.ts';
import { ServiceError } from '../service-failure.ts';
import { createCredentials } from './credentials.ts';
import type { Organisation } from './record-owner.ts';

const BACKOFF_BASE_MS = 2_000;
const BACKOFF_CAP_MS = 15 * 60_000;
const LIMITED = detailOf('detail.signInLimited');

/** Why no token is available. `obstacle`: the failure that prevents every connection until a person corrects the cause. */
interface Reason {
  readonly cause: string;
  readonly obstacle?: NetworkProblemCode;
}

// A wait during which no token exchange starts. `until`: the end of the wait on the monotonic clock. `limited`: the service demanded the
// wait, so the wait also applies to a new api_secret.
interface Wait {
  readonly until: number;
  readonly limited: boolean;
  readonly reason: Reason;
}

/** The result of one token exchange (docs/service.md 5.3, 5.4). */
type TokenExchangeResult =
  | { kind: 'token'; token: string; orgSettings: OrgSettings }
  | { kind: 'refused'; status: number; detail: string | null }
  /**
   * No token for now. `askedMs`: the delay in milliseconds that the service named; null without a delay. `limited`: the service accepts no
   * more token exchanges for now (429).
   */
  | { kind: 'not-now'; limited: boolean; askedMs: number | null; reason: Reason };

interface AuthenticatorDependencies {
  readonly store: CredentialStore;
  readonly transport: Transport;
  readonly base: { readonly origin: string; readonly path: string };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Creates the part of the client that keeps the bearer token and exchanges the api_secret for a token (docs/service.md 5).
 * Two exchanges never run at once. No exchange starts before a wait is over, or with a refused api_secret.
 */
export function createAuthenticator(dependencies: AuthenticatorDependencies) {
  const { store, transport, base, clock, random, log } = dependencies;
  const credentials = createCredentials(store);
  const queue = pLimit(1);
  let loaded = false;
  let wait: Wait | null = null;
  let waitIsStored = false;
  let faults = 0;
  // The exchanges that refused calls caused: the number of the last ones in quick succession, and the monotonic time of the next one.
  let renewals = 0;
  let renewAt = Number.NEGATIVE_INFINITY;

  const isFresh = () => loaded && credentials.isFresh(clock.now());
  const isCurrent = (held: StoredToken) => credentials.token() === held;

  function secretChanged(): void {
    faults = 0;
    renewAt = Number.NEGATIVE_INFINITY;
    if (wait?.limited === false) wait = null;
  }

  async function load(): Promise<void> {
    if (await credentials.load()) secretChanged();
    if (!loaded) {
      // A delay that the service named before the start of this process still applies (docs/service.md 5.4).
      const left = await credentials.storedWait(clock.now());
      waitIsStored = left !== null;
      if (left !== null && left > 0)
        wait = { until: clock.monotonic() + left, limited: true, reason: { cause: LIMITED } };
    }
    loaded = true;
  }

  async function ensure(): Promise<StoredToken> {
    if (!loaded) await load();
    else if (!isFresh() && (await credentials.refreshSecret())) {
      secretChanged();
      // Another process may have set the api_secret and already stored a token for the api_secret.
      await load();
    }
    const secret = credentials.secret();
    const refusal = credentials.refusal();
    const token = credentials.token();
    if (secret === null) throw new ServiceError({ kind: 'no-secret' });
    if (refusal !== null) {
      throw new ServiceError({ kind: 'auth-refused', status: refusal.status, detail: refusal.detail });
    }
    if (token !== null && isFresh()) return token;
    const left = waitLeft();
    if (wait !== null && left > 0)
      throw new ServiceError({ kind: 'auth-wait', retryAfterMs: Math.ceil(left), ...wait.reason });
    return take(await exchange(secret.text), secret.fingerprint);
  }

  const waitLeft = () => (wait === null ? 0 : wait.until - clock.monotonic());

  // Replaces a token that the service refused for a call. The old token stays in use until a new token came, because the refusal may pass.
  async function replace(held: StoredToken): Promise<boolean> {
    if (!isCurrent(held)) return true;
    if (await credentials.refreshSecret()) {
      secretChanged();
      await load();
      return true;
    }
    const secret = credentials.secret();
    const now = clock.monotonic();
    if (secret === null || now < renewAt || waitLeft() > 0) return false;
    if (now - renewAt > 2 * BACKOFF_CAP_MS) renewals = 0;
    renewAt = now + spanOf(renewals);
    renewals += 1;
    try {
      await take(await exchange(secret.text), secret.fingerprint);
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.failure.kind === 'auth-wait') return false;
      throw error;
    }
  }

  // Exchanges the api_secret for a token, without retries. Never rejects: a failure is the result `refused` if the service refused the
  // api_secret, otherwise `not-now`.
  async function exchange(secret: string): Promise<TokenExchangeResult> {
    try {
      const body = jsonBody({ api_secret: secret });
      const answer = await transport.send({
        method: 'POST',
        origin: base.origin,
        path: `${base.path}/auth/get_token`,
        headers: { accept: 'application/json', 'content-type': body.contentType },
        body: body.open(),
      });
      if (isSuccess(answer)) {
        const { token, org_settings: orgSettings } = readAnswer(answer, tokenAnswerSchema);
        // The header Authorization cannot contain other characters. With such a token, every call would fail without a visible reason.
        if (/^[\x21-\x7e]+$/.test(token)) return { kind: 'token', token, orgSettings };
        return notNow({ cause: detailOf('detail.tokenUnusable') });
      }
      const { conceal } = credentials;
      const failure = readRefusal(answer, { changesTask: false, nowMs: clock.now(), conceal });
      if (failure.kind !== 'refused') return notNow({ cause: detailOf('detail.noToken') });
      const { status, detail, retryAfterMs: askedMs } = failure;
      // Without the body of docs/service.md 7, a gateway responded, and the response proves nothing about the api_secret.
      if ((status === 400 || status === 401 || status === 403) && detail !== null)
        return { kind: 'refused', status, detail };
      const limited = status === 429;
      const told = limited ? LIMITED : detailOf('detail.noTokenWithStatus', { status: String(status) });
      const cause = detail === null ? told : detailOf('detail.withServiceWords', { words: told, detail });
      return { kind: 'not-now', limited, askedMs, reason: { cause } };
    } catch (error) {
      const failure = error instanceof ServiceError ? error.failure : null;
      const cause = failure && 'cause' in failure ? failure.cause : detailOf('detail.signInFailed');
      const obstacle = failure?.kind === 'not-sent' ? failure.obstacle : undefined;
      return notNow(obstacle === undefined ? { cause } : { cause, obstacle });
    }
  }

  async function take(result: TokenExchangeResult, fingerprint: string): Promise<StoredToken> {
    switch (result.kind) {
      case 'token': {
        faults = 0;
        wait = null;
        if (waitIsStored) waitIsStored = !(await credentials.keepWait(clock.now(), null));
        const { token, orgSettings } = result;
        const held = { token, obtainedAt: clock.now(), secretFingerprint: fingerprint, orgSettings };
        const kept = await credentials.keepToken(held);
        log('service.signed-in', {
          outcome: kept ? 'ok' : 'ok, but the secret store did not keep the token',
        });
        return held;
      }
      case 'refused':
        credentials.refuse(fingerprint, result.status, result.detail);
        await credentials.saveRefusal();
        log('service.signed-in', { outcome: 'refused' });
        throw new ServiceError({ kind: 'auth-refused', status: result.status, detail: result.detail });
      case 'not-now': {
        const ms = Math.max(result.askedMs ?? 0, result.limited && result.askedMs !== null ? 0 : backoff());
        wait = { until: clock.monotonic() + ms, limited: result.limited, reason: result.reason };
        if (result.limited || result.askedMs !== null)
          waitIsStored = await credentials.keepWait(clock.now(), ms);
        log('service.signed-in', { outcome: result.limited ? 'limited' : 'fault' });
        throw new ServiceError({ kind: 'auth-wait', retryAfterMs: ms, ...result.reason });
      }
    }
  }

  function backoff(): number {
    faults += 1;
    return spanOf(faults - 1);
  }

  // Returns at least half of a limit that doubles with each earlier try, so that no wait is near zero.
  function spanOf(earlier: number): number {
    const limit = Math.min(BACKOFF_BASE_MS * 2 ** Math.min(earlier, 20), BACKOFF_CAP_MS);
    return Math.ceil(limit * (0.5 + random() / 2));
  }

  return {
    /** Returns a token, without a check of its organization. Rejects with `no-secret`, `auth-refused` or `auth-wait`. */
    async bearer(): Promise<StoredToken> {
      const token = credentials.token();
      const isBusy = queue.activeCount + queue.pendingCount > 0;
      if (token !== null && !isBusy && isFresh()) return token;
      return queue(ensure);
    },
    isCurrent,
    /** Returns the organization of the token; null if the token is no longer in use. */
    organisationOf(held: StoredToken): Organisation | null {
      const secret = credentials.secret();
      if (secret === null || !isCurrent(held)) return null;
      return { id: secret.organisation, name: held.orgSettings.name };
    },
    reload: (): Promise<void> => queue(load),
    /**
     * Exchanges the api_secret again after the service refused `held` for a call, at most once in each step of a backoff. Returns whether
     * another token than `held` is in use now. Rejects with `auth-refused` if the service refuses the api_secret.
     */
    renew: (held: StoredToken): Promise<boolean> => queue(() => replace(held)),
    /**
     * Forgets that the service refused the api_secret, and ends a wait that the service demanded, so that the next call exchanges the
     * api_secret once more. A Retry-After may name a day, and a person asks now.
     */
    forgetRefusal: (): Promise<void> =>
      queue(async () => {
        if (!loaded) await load();
        wait = null;
        await credentials.forgetRefusal();
      }),
    conceal: credentials.conceal,
  };
}

function notNow(reason: Reason): TokenExchangeResult {
  return { kind: 'not-now', limited: false, askedMs: null, reason };
}
