import type { Dispatcher } from 'undici';
import type { Clock } from '../../clock.ts';
import type { LinkPlaces } from '../downloads/link-places.ts';
import { LinkRefused } from '../downloads/link-refused.ts';
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
  /** Where links may lead; without it no link is followed. */
  readonly links?: LinkPlaces | undefined;
  /** Carries the requests in the place of undici's own; `close` destroys it. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** undici with everything that could repeat or redirect a request left out. */
export function createTransport(options: TransportOptions): Transport {
  const { clock, connectTimeoutMs, network = DIRECT, links, dispatcher } = options;
  const carriers =
    dispatcher === undefined
      ? createCarriers({ connectTimeoutMs, network, lookup: links?.lookup })
      : { to: () => ({ dispatcher, viaProxy: false }), close: () => dispatcher.destroy() };
  const idleRule = { timeoutMs: options.idleTimeoutMs, clock };
  return {
    send: async (request) => {
      const { origin, isLink = false } = request;
      if (isLink) {
        if (links === undefined) throw new LinkRefused('place');
        await links.check(new URL(origin).hostname);
      }
      return await exchange(carriers.to(origin, isLink), request, idleRule);
    },
    close: () => carriers.close(),
  };
}
