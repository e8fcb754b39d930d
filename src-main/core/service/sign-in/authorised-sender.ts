import { detailOf } from '../../../contract/texts/detail.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Log } from '../../log/events.ts';
import { isSuccess, readRefusal } from '../answer.ts';
import { type CallPlan, planList } from '../calls.ts';
import { type HttpAnswer, type HttpRequest, StaleRequest } from '../http/http-exchange.ts';
import type { Transport } from '../http/transport.ts';
import { CallStopped, transportFailure } from '../http/transport-failure.ts';
import type { RequestBody } from '../multipart.ts';
import type { OrgSettings } from '../schemas.ts';
import type { CallOptions, CredentialStore, StoredToken } from '../service-client.ts';
import { type Failure, isBlocked, ServiceError } from '../service-failure.ts';
import { createAuthenticator } from './authenticator.ts';
import { type RecordOwner, tokensOfOwner } from './record-owner.ts';

/** The smallest request that succeeds with any valid token. The sender uses this request to test a token. */
const PROBE = planList({ length: 1 });
const PROBE_AGAIN_MS = 5_000;
// A permission of `mayStart`, to start a call or to send the next piece of its body, is valid for this many milliseconds. Another station
// needs more time to take over the lease of the folder.
const PERMISSION_LASTS_MS = 15_000;

const isCreate = ({ path }: CallPlan) => path === '/task/create';
const isList = ({ path }: CallPlan) => path.startsWith('/task/list');

interface Permission {
  readonly isFresh: () => boolean;
  readonly goesOn: () => Promise<boolean>;
}

interface SenderDependencies {
  readonly baseUrl: string;
  readonly credentials: CredentialStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly transport: Transport;
  readonly owner?: RecordOwner;
}

/**
 * Creates a sender of planned calls. If the service rejects the bearer token, the sender repeats the call once with a new token, but
 * a call that changes something only if the service itself wrote the rejection, and a create only after a look-up (I2). Only the token
 * exchange decides about the api_secret.
 * With an `owner`, all tokens belong to the owner of the ledger (I12).
 */
export function createAuthorizedSender(dependencies: SenderDependencies) {
  const { baseUrl, credentials, clock, random, log, transport, owner } = dependencies;
  const { origin, pathname } = new URL(baseUrl);
  const base = { origin, path: pathname };
  const authenticator = createAuthenticator({ store: credentials, transport, base, clock, random, log });
  const probes = new Map<StoredToken, Promise<boolean>>();
  const bearer = owner === undefined ? authenticator.bearer : tokensOfOwner(owner, authenticator);

  /** Signs in (docs/service.md 4.1). Reads the secret store first, so that a changed api_secret is used at once. */
  async function signIn(options: CallOptions): Promise<OrgSettings> {
    const work = authenticator.reload().then(() => authenticator.bearer());
    return (await untilStopped(work, options.signal)).orgSettings;
  }

  async function ready({ signal }: CallOptions): Promise<void> {
    await untilStopped(bearer(), signal);
  }

  // Sends a call and returns the 2xx response. Rejects with a ServiceError after every other response. `saw` gets the status of each
  // response.
  async function send(
    plan: CallPlan,
    options: CallOptions,
    saw: (status: number) => void,
  ): Promise<HttpAnswer> {
    if (options.signal?.aborted) throw stopped();
    const answer = await sendWith(plan, options, saw);
    if (isSuccess(answer)) return answer;
    throw new ServiceError(refusalOf(answer, plan));
  }

  async function sendWith(
    plan: CallPlan,
    options: CallOptions,
    saw: (status: number) => void,
  ): Promise<HttpAnswer> {
    for (let renewed = false; ; ) {
      // The body is built before the token is requested, because the token could expire while the body is built.
      const body = await plan.body();
      const held = await untilStopped(bearer(), options.signal);
      const permitted = await permission(options);
      const answer = await transport
        .send({
          ...requestOf(plan, held, body),
          signal: options.signal,
          onProgress: options.onProgress,
          mayStart: () => authenticator.isCurrent(held) && permitted.isFresh(),
          mayGoOn: permitted.goesOn,
        })
        .catch((error: unknown) => {
          if (error instanceof StaleRequest) return null;
          throw error;
        });
      if (answer === null) continue;
      saw(answer.status);
      options.onSigned?.(`${held.secretFingerprint}.${held.obtainedAt}`);
      if (answer.status !== 401 && answer.status !== 403) return answer;
      const refusal = refusalOf(answer, plan);
      if (plan.method !== 'GET' && isBlocked(refusal)) {
        if (await isBlockedAlone(plan, held, options.signal)) return answer;
        throw tokenRefused(answer, refusal, true);
      }
      if (answer.status === 403 && !isList(plan) && (await isTaken(held))) return answer;
      if (renewed || !(await untilStopped(authenticator.renew(held), options.signal)))
        throw tokenRefused(answer, refusal, false);
      if (isCreate(plan) && (await options.mayRepeat?.()) !== true)
        throw tokenRefused(answer, refusal, false);
      renewed = true;
    }
  }

  // Returns true if the service accepts the same token for a smaller request, so that a firewall or gateway blocks this create alone.
  // Otherwise renews the token for later calls. If neither can be done, the outcome of the refused call is unknown, and the next call
  // reports the problem.
  async function isBlockedAlone(
    plan: CallPlan,
    held: StoredToken,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    try {
      if (isCreate(plan) && (await untilStopped(isTaken(held), signal))) return true;
      await untilStopped(authenticator.renew(held), signal);
      return false;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError({ kind: 'unknown', cause: detailOf('detail.answeredByAnother') });
    }
  }

  // Asks the caller whether the call may start (`mayStart`). `isFresh` tells whether the permission is still valid, because the computer
  // may have slept since `mayStart` ran. `goesOn` renews the permission while a long body is sent.
  async function permission({ mayStart }: CallOptions): Promise<Permission> {
    if (mayStart === undefined) return { isFresh: () => true, goesOn: () => Promise.resolve(true) };
    let since = { monotonic: clock.monotonic(), wall: clock.now() };
    const isFresh = () =>
      Math.max(clock.monotonic() - since.monotonic, clock.now() - since.wall) < PERMISSION_LASTS_MS;
    const goesOn = async (): Promise<boolean> => {
      // The loop checks again, because the computer may also sleep while `mayStart` runs.
      while (!isFresh()) {
        since = { monotonic: clock.monotonic(), wall: clock.now() };
        if (!(await mayStart())) return false;
      }
      return true;
    };
    if (!(await mayStart())) throw new ServiceError({ kind: 'called-off' });
    return { isFresh, goesOn };
  }

  // Whether the service accepts, for the request `PROBE`, the token of a refused call. If the service accepts the token, the refusal
  // concerned the refused call alone. docs/service.md 7 does not say how the service answers a bad token, and one Task must not stop all
  // others (I8).
  function isTaken(held: StoredToken): Promise<boolean> {
    const asked = probes.get(held);
    if (asked !== undefined) return asked;
    const answer = transport
      .send({ ...requestOf(PROBE, held, null), mayStart: () => authenticator.isCurrent(held) })
      .then(
        ({ status }) => status !== 401 && status !== 403,
        (error: unknown) => {
          if (error instanceof StaleRequest) return false;
          const cause = detailOf('detail.signInUnproved');
          throw new ServiceError({ kind: 'auth-wait', retryAfterMs: PROBE_AGAIN_MS, cause });
        },
      )
      .finally(() => probes.delete(held));
    probes.set(held, answer);
    return answer;
  }

  function requestOf(
    { method, path }: CallPlan,
    { token }: StoredToken,
    body: RequestBody | null,
  ): HttpRequest {
    const content =
      body === null ? {} : { 'content-type': body.contentType, 'content-length': String(body.length) };
    const headers = { accept: 'application/json', authorization: `Bearer ${token}`, ...content };
    return { method, origin, path: base.path + path, headers, body: body?.open() ?? null };
  }

  function refusalOf(answer: HttpAnswer, { changesTask }: CallPlan): Failure {
    return readRefusal(answer, { changesTask, nowMs: clock.now(), conceal: authenticator.conceal });
  }

  return {
    signIn,
    ready,
    reloadCredentials: authenticator.reload,
    forgetRefusal: authenticator.forgetRefusal,
    send,
  };
}

function tokenRefused({ status }: HttpAnswer, refusal: Failure, perhaps: boolean): ServiceError {
  const { detail, retryAfterMs } =
    refusal.kind === 'refused' ? refusal : { detail: null, retryAfterMs: null };
  return new ServiceError({ kind: 'token-refused', status, detail, retryAfterMs, perhaps });
}

function stopped(): ServiceError {
  return new ServiceError(transportFailure(new CallStopped('CLEARFOLDER_STOPPED'), false));
}

/** Resolves with the result of `work`. If the signal fires first, rejects with `not-sent` at once. `work` continues for other callers. */
async function untilStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  if (signal.aborted) {
    work.catch(() => undefined);
    throw stopped();
  }
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(stopped());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
