import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Clock } from '../../clock.ts';
import { type LinkPlaces, LinkRefused } from '../downloads/link-places.ts';
import { isLoopback } from './base-url.ts';
import { type Carrier, exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts';
import { DIRECT, type Network, secureContext } from './network.ts';

// The factor by which the proxy gets more time than the connect time-out, because the proxy must reach the service before the proxy
// answers.
const PROXY_ANSWER_FACTOR = 3;

export interface Transport {
  /** Sends one request and reads one response, without retries and redirects. Rejects with ServiceError or StaleRequest. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly idleTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly network?: Network | undefined;
  /** The hosts that download links may name; without this option the transport sends no request to a link. */
  readonly links?: LinkPlaces | undefined;
  /** Replaces the dispatchers that the transport creates. `close` destroys this dispatcher. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** Creates a transport over undici, without the features of undici that repeat or redirect a request. */
export function createTransport(options: TransportOptions): Transport {
  const { clock, connectTimeoutMs, network = DIRECT, links, dispatcher } = options;
  const carriers =
    dispatcher === undefined
      ? createCarriers(connectTimeoutMs, network, links?.lookup)
      : { to: async () => ({ dispatcher, viaProxy: false }), close: () => dispatcher.destroy() };
  const idleRule = { timeoutMs: options.idleTimeoutMs, clock };
  return {
    send: async (request) => {
      const { origin, isLink = false } = request;
      if (isLink) {
        if (links === undefined) throw new LinkRefused('place');
        await links.check(new URL(origin).hostname);
      }
      return await exchange(await carriers.to(origin, isLink), request, idleRule);
    },
    close: () => carriers.close(),
  };
}

// Creates the dispatchers of undici: for direct connections, and for connections through the proxy. Requests to this computer never use the
// proxy. Every TLS connection checks the certificate before a byte of a request is sent, whatever the environment variables of the process
// say. `lookup` resolves the host names of download links (`LinkPlaces`).
function createCarriers(connectTimeoutMs: number, network: Network, lookup: LookupFunction | undefined) {
  const common = {
    // A connection carries one request at a time, so that a broken connection leaves at most one outcome unknown.
    pipelining: 1,
    allowH2: false,
    // The headers time-out of undici also runs while a slow body is sent. The idle limit in http-exchange.ts replaces both time-outs.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const made: Dispatcher[] = [];
  const once = (make: () => Dispatcher, viaProxy: boolean) => {
    let carrier: Carrier | null = null;
    return (): Carrier => {
      if (carrier === null) {
        carrier = { dispatcher: make(), viaProxy };
        made.push(carrier.dispatcher);
      }
      return carrier;
    };
  };
  const tls = () => ({
    timeout: connectTimeoutMs,
    allowH2: false,
    secureContext: secureContext(network.extraCa),
    // The option is explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 turns the default off.
    rejectUnauthorized: true,
  });
  const direct = (names: { lookup?: LookupFunction }) => ({
    plain: once(() => new Agent({ ...common, connect: { timeout: connectTimeoutMs, ...names } }), false),
    secure: once(() => new Agent({ ...common, connect: { ...tls(), ...names } }), false),
  });
  const toService = direct({});
  // A download goes to the host that its link names, by connections of its own and with checked name resolution (`lookup`).
  const toLinks = direct(lookup === undefined ? {} : { lookup });
  const { proxy, proxyAuthorization = async () => null } = network;
  // A connection sends the login of the proxy only when the connection is opened, so a changed login needs new connections.
  let proxied: { readonly token: string | null; readonly carrier: () => Carrier } | null = null;
  const throughProxy = (uri: string, token: string | null): Carrier => {
    if (proxied === null || proxied.token !== token) {
      const make = () =>
        new ProxyAgent({
          ...common,
          uri,
          ...(token !== null && { token }),
          connectTimeout: connectTimeoutMs,
          requestTls: tls(),
          proxyTunnel: true,
          clientFactory: (origin: URL, options: object) =>
            new Pool(origin, { ...options, headersTimeout: PROXY_ANSWER_FACTOR * connectTimeoutMs }),
        });
      proxied = { token, carrier: once(make, true) };
    }
    return proxied.carrier();
  };

  return {
    async to(origin: string, isLink = false): Promise<Carrier> {
      const { plain, secure } = isLink ? toLinks : toService;
      const { protocol, hostname } = new URL(origin);
      if (isLoopback(hostname)) return protocol === 'https:' ? secure() : plain();
      return proxy === null ? secure() : throughProxy(proxy, await proxyAuthorization());
    },
    async close(): Promise<void> {
      await Promise.all(made.map((dispatcher) => dispatcher.destroy()));
    },
  };
}
