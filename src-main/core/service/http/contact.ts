import type { Clock } from '../../clock.ts';
import { ServiceError } from '../service-failure.ts';
import type { Transport } from './transport.ts';

/** If a GET request has no response after this many milliseconds, the service is silent. Usually, the service responds far sooner. */
const SILENCE_MS = 10_000;

/** A transport that observes whether the service responds, and what time the service has. */
export interface Contact extends Transport {
  /**
   * Whether the last request ended without a response, or an open GET request has waited too long and no other response came meanwhile. A
   * request to a download link does not count, because another host may respond to that request.
   */
  isSilent(): boolean;
  /**
   * Returns the wall clock of the service in milliseconds since the epoch: the Date header of the last response, to the second, and the
   * monotonic time since then. Null before the first Date header.
   */
  serviceTime(): number | null;
  /** Returns by how many milliseconds the wall clock was ahead of the service at the last response; null before the first Date header. */
  clockAheadMs(): number | null;
}

export function watchContact(transport: Transport, clock: Pick<Clock, 'monotonic' | 'now'>): Contact {
  /** The start time of each open GET request, on the monotonic clock. */
  const open = new Map<symbol, number>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let hasMissed = false;
  /** The time of the service when the monotonic clock was zero. */
  let serviceZero: number | null = null;
  let aheadMs: number | null = null;
  return {
    ...transport,
    async send(request) {
      if (request.isLink) return transport.send(request);
      const key = Symbol();
      if (request.method === 'GET') open.set(key, clock.monotonic());
      try {
        const answer = await transport.send(request);
        answeredAt = clock.monotonic();
        hasMissed = false;
        const date = Date.parse(answer.headers.date ?? '');
        if (!Number.isNaN(date)) {
          serviceZero = date - answeredAt;
          aheadMs = clock.now() - date;
        }
        return answer;
      } catch (error) {
        const kind = error instanceof ServiceError ? error.failure.kind : null;
        if ((kind === 'not-sent' || kind === 'unknown') && !request.signal?.aborted) hasMissed = true;
        throw error;
      } finally {
        open.delete(key);
      }
    },
    serviceTime: () => (serviceZero === null ? null : serviceZero + clock.monotonic()),
    clockAheadMs: () => aheadMs,
    isSilent() {
      const before = clock.monotonic() - SILENCE_MS;
      return hasMissed || [...open.values()].some((begun) => Math.max(begun, answeredAt) <= before);
    },
  };
}
