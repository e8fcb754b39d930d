import type { Clock } from '../../core/clock.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import { ServiceError } from '../../core/service/service-failure.ts';
import { judgeFailure } from '../../core/tracking/list-failure.ts';
import type { TrackingStatus } from '../../core/tracking/tracker.ts';
import type { RunningEngine } from '../headless/run-engine.ts';

const CHECK_EVERY_MS = 500;
// The probe sends a request once the engine has received no response to any request for this number of milliseconds. While a Task is open,
// the tracker receives responses more often, so the probe sends none. When a request of the engine fails without a response, the probe
// sends a request at once.
const QUIET_MS = 60_000;
const RETRY_MS = 15_000;
// The time, in milliseconds, between two tries while the api_secret is missing or was refused. Such a try sends nothing to the service.
const SECRET_MS = 1_000;

type Asked = Pick<ServiceClient, 'listTasks'>;

interface Probed {
  readonly client: Asked;
  /** The last response: `wall` in milliseconds since the epoch, `at` on the monotonic clock; null before the first response. */
  answered: { wall: number; at: number } | null;
  problem: TrackingStatus['problem'];
  /** The earliest time of the next request, on the monotonic clock. */
  nextAt: number;
}

/**
 * Sends requests to the service while no Task is open and the tracker therefore sends none. Without these requests, a person would learn of
 * a wrong api_secret or address only when sending a document. `onBack` is called at the first response after a problem.
 */
export function createServiceProbe({
  running,
  clock,
  onChange,
  onBack,
}: {
  running: () => RunningEngine | null;
  clock: Clock;
  onChange: () => void;
  onBack: () => void;
}) {
  const stopping = new AbortController();
  let probed: Probed | null = null;

  function probedOf(client: Asked): Probed {
    if (probed?.client !== client) probed = { client, answered: null, problem: null, nextAt: 0 };
    return probed;
  }

  async function probe(target: Probed): Promise<void> {
    const before = JSON.stringify(target.problem);
    try {
      await target.client.listTasks({ length: 1 }, { signal: stopping.signal });
      target.answered = { wall: clock.now(), at: clock.monotonic() };
      const wasAway = target.problem !== null;
      target.problem = null;
      if (wasAway) onBack();
      onChange();
    } catch (error) {
      // An error that is not a `ServiceError`, such as an unreadable secret store, leaves the shown problem unchanged.
      const failed = error instanceof ServiceError ? judgeFailure(error) : null;
      target.problem = failed?.problem ?? target.problem;
      const pause = failed?.needsCredentials ? SECRET_MS : Math.max(RETRY_MS, failed?.waitMs ?? 0);
      target.nextAt = clock.monotonic() + pause;
      if (JSON.stringify(target.problem) !== before) onChange();
      throw error;
    }
  }

  async function check(): Promise<void> {
    const engine = running();
    if (engine === null) return;
    const target = probedOf(engine.client);
    const { toldAt, problem } = engine.engine.tracker.status();
    const now = clock.monotonic();
    const answeredAt = Math.max(toldAt ?? -Infinity, target.answered?.at ?? -Infinity);
    const quiet = now - answeredAt >= QUIET_MS || target.problem !== null || engine.client.isSilent();
    if (problem === null && quiet && now >= target.nextAt) await probe(target);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // `probe` has stored the failure in `probed`, so the error needs no handling here.
      await check().catch(() => undefined);
      await clock.sleep(CHECK_EVERY_MS, stopping.signal);
    }
  }
  const loop = run();

  return {
    ask: (client: Asked): Promise<void> => probe(probedOf(client)),
    /** Returns the tracker's status, completed with the times and the problem of the probe. */
    complete(client: Asked, tracking: TrackingStatus): TrackingStatus {
      if (probed?.client !== client) return tracking;
      const { answered, nextAt, problem } = probed;
      // If a Task is open, a response to the probe does not confirm the state of the Task.
      const confirmed = tracking.nothingToTell ? answered : null;
      const asOf = Math.max(tracking.asOf ?? 0, confirmed?.wall ?? 0) || null;
      const toldAt =
        confirmed === null ? tracking.toldAt : Math.max(tracking.toldAt ?? confirmed.at, confirmed.at);
      if (tracking.problem !== null || problem === null) return { ...tracking, asOf, toldAt };
      const next = Math.round(clock.now() + nextAt - clock.monotonic());
      return { ...tracking, asOf, toldAt, reachable: false, problem, nextAt: next };
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop;
    },
  };
}

export type ServiceProbe = ReturnType<typeof createServiceProbe>;
