import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts';

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
  /** Carries the requests in the place of undici's own; `close` destroys it. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** undici with everything that could repeat or redirect a request left out. */
export function createTransport(options: TransportOptions): Transport {
  const agent = options.dispatcher ?? createAgent(options.connectTimeoutMs);
  const idleRule = { timeoutMs: options.idleTimeoutMs, clock: options.clock };
  return {
    send: (request) => exchange(agent, request, idleRule),
    close: () => agent.destroy(),
  };
}

function createAgent(connectTimeoutMs: number): Dispatcher {
  return new Agent({
    // One request per connection at a time: a cut connection must leave exactly one outcome unknown.
    pipelining: 1,
    allowH2: false,
    connect: { timeout: connectTimeoutMs },
    // undici's headers limit runs while a slow body is still going out; the idle limit in http-exchange.ts replaces both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
