import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from './faults.ts';
import { type RouteName, routeOf } from './routes.ts';
import { until } from './until.ts';

/** One request the fault service saw. Times are milliseconds of `performance.now()`. */
export interface Exchange {
  readonly id: number;
  readonly method: string;
  /** What follows the base_url, or the whole path outside it. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly route: RouteName;
  readonly startedAt: number;
  endedAt: number | null;
  fault: Fault['kind'] | null;
  /** Whether the real service got to see it. */
  forwarded: boolean;
  /** What the real service said; null if it never did. */
  upstreamStatus: number | null;
  /** What the client was told; null if it was told nothing. */
  status: number | null;
  /** Body bytes that arrived from the client. */
  requestBytes: number;
  /** Body bytes handed to the connection towards the client. */
  responseBytes: number;
  /** What went wrong where no fault was meant to. */
  error: unknown;
  outcome: 'open' | 'answered' | 'dropped' | 'client gone' | 'upstream gone';
}

/** Everything a fault service saw, in the order of arrival. */
export class ExchangeLog {
  readonly #exchanges: Exchange[] = [];

  exchanges(route?: RouteName): readonly Exchange[] {
    return route === undefined
      ? this.#exchanges
      : this.#exchanges.filter((exchange) => exchange.route === route);
  }

  /** The `POST /task/create` requests seen, whatever became of them. */
  creates(): readonly Exchange[] {
    return this.exchanges('create');
  }

  counts(): Partial<Record<RouteName, number>> {
    const counts: Partial<Record<RouteName, number>> = {};
    for (const { route } of this.#exchanges) counts[route] = (counts[route] ?? 0) + 1;
    return counts;
  }

  /** The first exchange, past or to come, that the predicate holds for. */
  waitFor(predicate: (exchange: Exchange) => boolean, timeoutMs = 90_000): Promise<Exchange> {
    const what = 'an exchange with the fault service that the test waits for';
    return until(() => this.#exchanges.find(predicate), { timeoutMs, everyMs: 5, what });
  }

  open(method: string, path: string, query: URLSearchParams, headers: IncomingHttpHeaders): Exchange {
    const exchange: Exchange = {
      id: this.#exchanges.length + 1,
      method,
      path,
      query,
      headers,
      route: routeOf(method, path),
      startedAt: performance.now(),
      endedAt: null,
      fault: null,
      forwarded: false,
      upstreamStatus: null,
      status: null,
      requestBytes: 0,
      responseBytes: 0,
      error: null,
      outcome: 'open',
    };
    this.#exchanges.push(exchange);
    return exchange;
  }

  /** Ends an exchange. The first word counts: an answered exchange whose client leaves was answered. */
  end(exchange: Exchange, outcome: Exchange['outcome']): void {
    if (exchange.outcome !== 'open') return;
    exchange.outcome = outcome;
    exchange.endedAt = performance.now();
  }
}
