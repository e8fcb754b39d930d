import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from './faults.ts';
import { type RouteName, routeOf } from './routes.ts';
import { until } from './until.ts';

/** One request the fault service saw. */
export interface Exchange {
  readonly id: number;
  readonly method: string;
  /** What follows the base_url, or the whole path outside it. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly route: RouteName;
  readonly fault: Fault['kind'] | null;
  /** What the real service said; null while it was not asked. */
  upstreamStatus: number | null;
  outcome: 'open' | 'answered' | 'dropped' | 'client gone' | 'upstream gone';
}

/** Everything a fault service saw, in the order of arrival. */
export class ExchangeLog {
  readonly #exchanges: Exchange[] = [];

  exchanges(route?: RouteName): readonly Exchange[] {
    return this.#exchanges.filter((exchange) => route === undefined || exchange.route === route);
  }

  /** The first exchange, past or to come, that the predicate holds for. */
  waitFor(predicate: (exchange: Exchange) => boolean, timeoutMs = 90_000): Promise<Exchange> {
    const what = 'an exchange with the fault service that the test waits for';
    return until(() => this.#exchanges.find(predicate), { timeoutMs, everyMs: 5, what });
  }

  open(seen: Pick<Exchange, 'method' | 'path' | 'query' | 'headers' | 'fault'>): Exchange {
    const [id, route] = [this.#exchanges.length + 1, routeOf(seen.method, seen.path)];
    const exchange: Exchange = { ...seen, id, route, upstreamStatus: null, outcome: 'open' };
    this.#exchanges.push(exchange);
    return exchange;
  }

  /** Ends an exchange. The first word counts: an answered exchange whose client leaves was answered. */
  end(exchange: Exchange, outcome: Exchange['outcome']): void {
    if (exchange.outcome === 'open') exchange.outcome = outcome;
  }
}
