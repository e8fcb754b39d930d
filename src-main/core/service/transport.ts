import { Agent, type Dispatcher } from 'undici';
import { exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts';

export interface Transport {
  /** One request, one answer; no retry and no redirect, ever. Rejects with ServiceError, or StaleRequest. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** undici with everything that could repeat or redirect a request left out. Times in milliseconds. */
export function createTransport(limits: { idleTimeoutMs: number; connectTimeoutMs: number }): Transport {
  const agent: Dispatcher = new Agent({
    // One request per connection at a time: a cut connection must leave exactly one outcome unknown.
    pipelining: 1,
    allowH2: false,
    connect: { timeout: limits.connectTimeoutMs },
    // undici's headers limit runs while a slow body is still going out; the idle limit in http-exchange.ts replaces both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (request) => exchange(agent, request, limits.idleTimeoutMs),
    close: () => agent.destroy(),
  };
}
