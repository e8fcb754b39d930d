import type { Clock } from '../clock.ts';
import type { Log } from '../log/events.ts';
import { ServiceError } from './service-failure.ts';

/** Runs a call and logs its name, last status, outcome and duration; never an address, an id or content (I11). */
export type CallTrace = <T>(call: string, work: (saw: (status: number) => void) => Promise<T>) => Promise<T>;

export function createCallTrace(clock: Clock, log: Log): CallTrace {
  return async (call, work) => {
    const begun = clock.monotonic();
    let status: number | null = null;
    let outcome = 'ok';
    try {
      return await work((seen) => {
        status = seen;
      });
    } catch (error) {
      outcome = error instanceof ServiceError ? error.failure.kind : 'local-fault';
      throw error;
    } finally {
      log('service.call', { call, status, outcome, ms: Math.round(clock.monotonic() - begun) });
    }
  };
}
