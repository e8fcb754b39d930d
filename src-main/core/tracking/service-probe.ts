import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { ServiceError } from '../service/service-failure.ts';
import { judgeFailure } from './list-failure.ts';
import type { Tracker, TrackingStatus } from './tracker.ts';

const CHECK_EVERY_MS = 500;
// The probe sends a request once the engine has received no response to any request for this number of milliseconds. While a Task is open,
// the tracker receives responses more often, so the probe sends none. When a request of the engine fails without a response, the probe
// sends a request at once.
const QUIET_MS = 60_000;
const RETRY_MS = 15_000;
// The time, in milliseconds, between two tries while the api_secret is missing or was refused. Such a try sends nothing to the service.
const SECRET_MS = 1_000;

export interface ServiceProbe extends BackgroundLoop {
  /** Sends a request now. Rejects with the error of the request. */
  ask(): Promise<void>;
  /** Returns the tracker's status, completed with the times and the problem of the probe. */
  complete(tracking: TrackingStatus): TrackingStatus;
}

/**
 * Sends requests to the service while no Task is open and the tracker therefore sends none. Without these requests, a person would learn of
 * a wrong api_secret or address only when sending a document. `onBack` is called at the first response after a problem.
 */
export function createServiceProbe({
  client,
  tracker,
  clock,
  onBack,
}: {
  client: Pick<ServiceClient, 'listTasks' | 'isSilent'>;
  tracker: Pick<Tracker, 'status'>;
  clock: Clock;
  onBack: () => void;
}): ServiceProbe {
  const ended = new AbortController();
  /** The last response: `wall` in milliseconds since the epoch, `at` on the monotonic clock; null before the first response. */
  let answered: { wall: number; at: number } | null = null;
  let problem: TrackingStatus['problem'] = null;
  /** The earliest time of the next request, on the monotonic clock. */
  let nextAt = 0;

  async function ask(): Promise<void> {
    try {
      await client.listTasks({ length: 1 }, { signal: ended.signal });
      answered = { wall: clock.now(), at: clock.monotonic() };
      const wasAway = problem !== null;
      problem = null;
      if (wasAway) onBack();
    } catch (error) {
      // An error that is not a `ServiceError`, such as an unreadable secret store, leaves the shown problem unchanged.
      const failed = error instanceof ServiceError ? judgeFailure(error) : null;
      problem = failed?.problem ?? problem;
      const pause = failed?.needsCredentials ? SECRET_MS : Math.max(RETRY_MS, failed?.waitMs ?? 0);
      nextAt = clock.monotonic() + pause;
      throw error;
    }
  }

  async function check(): Promise<void> {
    const tracking = tracker.status();
    const now = clock.monotonic();
    const answeredAt = Math.max(tracking.toldAt ?? -Infinity, answered?.at ?? -Infinity);
    const quiet = now - answeredAt >= QUIET_MS || problem !== null || client.isSilent();
    if (tracking.problem === null && quiet && now >= nextAt) await ask();
  }

  const loop = createBackgroundLoop(async (stopping) => {
    while (!stopping.aborted) {
      // `ask` has stored the failure, so the error needs no handling here.
      await check().catch(() => undefined);
      await clock.sleep(CHECK_EVERY_MS, stopping);
    }
  });
  return {
    start: loop.start,
    stop: async () => {
      ended.abort();
      await loop.stop();
    },
    ask,
    complete: (tracking) => {
      // If a Task is open, a response to the probe does not confirm the state of the Task.
      const confirmed = tracking.nothingToTell ? answered : null;
      const asOf = Math.max(tracking.asOf ?? 0, confirmed?.wall ?? 0) || null;
      const toldAt =
        confirmed === null ? tracking.toldAt : Math.max(tracking.toldAt ?? confirmed.at, confirmed.at);
      if (tracking.problem !== null || problem === null) return { ...tracking, asOf, toldAt };
      const next = Math.round(clock.now() + nextAt - clock.monotonic());
      return { ...tracking, asOf, toldAt, reachable: false, problem, nextAt: next };
    },
  };
}
