import type { Dispatcher } from 'undici';
import type { Clock } from '../../clock.ts';
import { type LinkPlaces, LinkRefused } from '../downloads/link-places.ts';
import { createCarriers } from './carriers.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts';
import { DIRECT, type Network } from './network.ts';

export interface Transport {
  /** Sends one request and reads one response, without retries and redirects. Rejects with ServiceError, or StaleRequest. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** Milliseconds, as `connectTimeoutMs`. */
  readonly idleTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly network?: Network | undefined;
  /** The allowed hosts of links; without this option the client follows no link. */
  readonly links?: LinkPlaces | undefined;
  /** Replaces undici's own dispatcher; `close` destroys the replacement. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** undici without its features that repeat or redirect a request. */
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
