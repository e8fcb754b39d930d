import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { createCarriers } from './carriers.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts';
import { DIRECT, type Network } from './network.ts';

export interface Transport {
  /** One request, one answer; no retry and no redirect, ever. Rejects with ServiceError, or StaleRequest. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** Milliseconds, as `connectTimeoutMs`. */
  readonly idleTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly network?: Network | undefined;
  /** Carries the requests in the place of undici's own; `close` destroys it. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** undici with everything that could repeat or redirect a request left out. */
export function createTransport(options: TransportOptions): Transport {
  const { clock, connectTimeoutMs, network = DIRECT, dispatcher } = options;
  const carriers =
    dispatcher === undefined
      ? createCarriers({ connectTimeoutMs, network })
      : { to: () => ({ dispatcher, viaProxy: false }), close: () => dispatcher.destroy() };
  const idleRule = { timeoutMs: options.idleTimeoutMs, clock };
  return {
    send: (request) => exchange(carriers.to(request.origin), request, idleRule),
    close: () => carriers.close(),
  };
}
