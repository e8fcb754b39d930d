import type { Clock, Random } from '../clock.ts';
import type { Log } from '../log/events.ts';
import { isSuccess } from './answer.ts';
import { Authenticator } from './authenticator.ts';
import type { CallPlan } from './calls.ts';
import { type HttpAnswer, StaleRequest } from './http-exchange.ts';
import { readRefusal } from './refusal.ts';
import type { OrgSettings } from './schemas.ts';
import type { CallOptions, CredentialStore, StoredToken } from './service-client.ts';
import { type Failure, ServiceError } from './service-failure.ts';
import { createSlots } from './slots.ts';
import { createTokenExchange } from './token-exchange.ts';
import type { Transport } from './transport.ts';
import { CallStopped, transportFailure } from './transport-failure.ts';

interface SenderParts {
  readonly baseUrl: string;
  readonly credentials: CredentialStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly transport: Transport;
  readonly concurrency?: number;
}

/** Sends planned calls with the bearer token, and repeats one once, with a new token, if the old one was not taken. */
export class AuthorisedSender {
  readonly #base: { origin: string; path: string };
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #authenticator: Authenticator;
  readonly #inSlot: ReturnType<typeof createSlots>;

  constructor(parts: SenderParts) {
    const url = new URL(parts.baseUrl);
    this.#base = { origin: url.origin, path: url.pathname };
    this.#transport = parts.transport;
    this.#clock = parts.clock;
    this.#authenticator = new Authenticator({
      store: parts.credentials,
      exchange: createTokenExchange(parts.transport, this.#base, () => parts.clock.now()),
      clock: parts.clock,
      random: parts.random,
      log: parts.log,
    });
    this.#inSlot = createSlots(parts.concurrency ?? Number.POSITIVE_INFINITY);
  }

  /** Section 4.1. The store is read again first, so that a secret set meanwhile is the one that is used. */
  async signIn(options: CallOptions): Promise<OrgSettings> {
    const work = this.#authenticator.reload().then(() => this.#authenticator.bearer());
    return (await untilStopped(work, options.signal)).orgSettings;
  }

  reloadCredentials(): Promise<void> {
    return this.#authenticator.reload();
  }

  /** Gives a 2xx answer. Rejects with a ServiceError for everything else. `saw` hears every status. */
  async send(plan: CallPlan, options: CallOptions, saw: (status: number) => void): Promise<HttpAnswer> {
    const answer = await this.#inSlot(() => this.#send(plan, options, saw), options.signal, stopped);
    if (isSuccess(answer)) return answer;
    throw new ServiceError(this.#refusalOf(answer, plan));
  }

  async #send(plan: CallPlan, options: CallOptions, saw: (status: number) => void): Promise<HttpAnswer> {
    for (let renewed = false; ; ) {
      // The body first: between having the token and sending it nothing may happen that could outdate it.
      const body = await plan.body();
      const held = await untilStopped(this.#authenticator.bearer(), options.signal);
      const answer = await this.#transport
        .send({
          method: plan.method,
          origin: this.#base.origin,
          path: this.#base.path + plan.path,
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${held.token}`,
            ...(body === null
              ? {}
              : { 'content-type': body.contentType, 'content-length': String(body.length) }),
          },
          body: body?.open() ?? null,
          signal: options.signal,
          onProgress: options.onProgress,
          mayStart: () => this.#authenticator.isCurrent(held),
        })
        .catch((error: unknown) => {
          if (error instanceof StaleRequest) return null;
          throw error;
        });
      if (answer === null) continue;
      saw(answer.status);
      if (answer.status !== 401 && answer.status !== 403) return answer;
      if (renewed) throw new ServiceError(await this.#giveUp(answer, plan, held));
      renewed = true;
      await this.#authenticator.reject(held);
    }
  }

  async #giveUp(answer: HttpAnswer, plan: CallPlan, held: StoredToken): Promise<Failure> {
    const refusal = this.#refusalOf(answer, plan);
    const detail = refusal.kind === 'refused' ? refusal.detail : null;
    return this.#authenticator.refuse(held, answer.status, detail);
  }

  #refusalOf(answer: HttpAnswer, plan: CallPlan): Failure {
    return readRefusal(answer, {
      isUpload: plan.isUpload,
      nowMs: this.#clock.now(),
      conceal: (text) => this.#authenticator.conceal(text),
    });
  }
}

/** Nothing of a call was sent while it waited for its turn or its token. */
function stopped(): ServiceError {
  return new ServiceError(transportFailure(new CallStopped('CLEARFOLDER_STOPPED'), false));
}

/** The work's result, or `not-sent` as soon as the signal fires; the work itself goes on for the others who wait for it. */
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
