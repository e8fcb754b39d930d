import type { Clock } from '../../core/clock.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import { ServiceError } from '../../core/service/service-failure.ts';
import { judgeFailure } from '../../core/tracking/list-failure.ts';
import type { TrackingStatus } from '../../core/tracking/tracker.ts';
import type { Standing } from './supervisor.ts';

const LOOK_EVERY_MS = 500;
/** Tracking asks more often than this while a Task is open; then the probe has nothing to do. */
const QUIET_MS = 60_000;
const AGAIN_MS = 15_000;
/** Without a usable secret nothing is sent: this only looks whether there is one now. */
const SECRET_MS = 1_000;

type Asked = Pick<ServiceClient, 'listTasks'>;

interface Probed {
  readonly client: Asked;
  /** When the service last answered: milliseconds since the epoch, and on the monotonic clock. */
  answered: { wall: number; at: number } | null;
  problem: TrackingStatus['problem'];
  /** When to ask again, on the monotonic clock. */
  nextAt: number;
}

/**
 * Knows whether the service can be reached while no Task is open: tracking then asks nothing, and a wrong secret or address
 * would show only when the first document cannot go.
 */
export function createServiceProbe({
  standing,
  clock,
  onChange,
  onBack,
}: {
  standing: () => Standing;
  clock: Clock;
  onChange: () => void;
  /** The service answers again after it did not. */
  onBack: () => void;
}) {
  const stopping = new AbortController();
  let probed: Probed | null = null;

  /** What the probe knows of the service that the engine in force talks to. */
  function probedOf(client: Asked): Probed {
    if (probed?.client !== client) probed = { client, answered: null, problem: null, nextAt: 0 };
    return probed;
  }

  /** Asks once; rejects with what came instead of an answer. */
  async function probe(target: Probed): Promise<void> {
    const before = JSON.stringify(target.problem);
    try {
      await target.client.listTasks({ length: 1 }, { signal: stopping.signal });
      target.answered = { wall: clock.now(), at: clock.monotonic() };
      const wasAway = target.problem !== null;
      target.problem = null;
      target.nextAt = clock.monotonic() + QUIET_MS;
      if (wasAway) onBack();
      onChange();
    } catch (error) {
      // A fault of this machine (the secret store) is told by whoever needs it next.
      const failed = error instanceof ServiceError ? judgeFailure(error) : null;
      target.problem = failed?.problem ?? target.problem;
      const pause = failed?.needsCredentials ? SECRET_MS : Math.max(AGAIN_MS, failed?.waitMs ?? 0);
      target.nextAt = clock.monotonic() + pause;
      if (JSON.stringify(target.problem) !== before) onChange();
      throw error;
    }
  }

  async function look(): Promise<void> {
    const now = standing();
    if (now.state !== 'running') return;
    const { client, engine } = now.running;
    const known = probedOf(client);
    const { toldAt, problem } = engine.tracker.status();
    const at = clock.monotonic();
    const told = Math.max(toldAt ?? Number.NEGATIVE_INFINITY, known.answered?.at ?? Number.NEGATIVE_INFINITY);
    const quiet = at - told >= QUIET_MS || known.problem !== null;
    if (problem === null && quiet && at >= known.nextAt) await probe(known);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // What the service said is kept; a ledger that cannot be read just now is looked at again.
      await look().catch(() => undefined);
      await clock.sleep(LOOK_EVERY_MS, stopping.signal);
    }
  }
  const running = run();

  return {
    /** Asks the service now. Rejects as a call of its client does. */
    ask: (client: Asked): Promise<void> => probe(probedOf(client)),
    /** What tracking says, completed by what the probe found where tracking has nothing to ask. */
    complete(client: Asked, tracking: TrackingStatus): TrackingStatus {
      if (probed?.client !== client) return tracking;
      const { answered, nextAt, problem } = probed;
      // An answer to a small question tells everything only where there is nothing to tell.
      const whole = tracking.nothingToTell ? answered : null;
      const asOf = Math.max(tracking.asOf ?? 0, whole?.wall ?? 0) || null;
      const toldAt = whole === null ? tracking.toldAt : Math.max(tracking.toldAt ?? whole.at, whole.at);
      if (tracking.problem !== null || problem === null) return { ...tracking, asOf, toldAt };
      const next = Math.round(clock.now() + nextAt - clock.monotonic());
      return { ...tracking, asOf, toldAt, reachable: false, problem, nextAt: next };
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

export type ServiceProbe = ReturnType<typeof createServiceProbe>;
