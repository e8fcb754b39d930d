import {
  describeProblem,
  isNetworkProblem,
  type Problem,
  type ProblemCode,
} from '../../../contract/problem.ts';
import type { Failure } from '../../../contract/result.ts';
import type { ProblemView } from '../../../contract/views/common.ts';
import type { Connection, Overview } from '../../../contract/views/overview.ts';
import type { LaneStatus } from '../../outbox/lanes.ts';
import type { TrackingStatus } from '../../tracking/tracker.ts';
import { isoOf } from '../tasks-view.ts';

export interface EngineStanding {
  readonly tracking: TrackingStatus;
  readonly lanes: readonly LaneStatus[];
  /** Whether the service does not respond to requests now (`ServiceClient.isSilent`). */
  readonly silent: boolean;
  /** By how many milliseconds the clock of this computer is ahead of the service's (`ServiceClient.clockAheadMs`); null if not known. */
  readonly clockAheadMs: number | null;
  /** Whether the ledger was compared with the list of the service since the engine started. Before, no file of a folder is sent. */
  readonly compared: boolean;
  /** The code of a write that the ledger refused, until a write succeeds; otherwise null (`WriteTrouble`). */
  readonly unwritable: string | null;
  /** The number of found files that a failed write kept out of the ledger. */
  readonly filesUnrecorded: number;
  /** Whether the engine has scanned the folder since the engine started. A scan before the start says nothing about the present files. */
  lookedThrough(folder: string): boolean;
}

const NEEDS_SECRET: ReadonlySet<ProblemCode> = new Set([
  'auth.no-secret',
  'auth.refused',
  'auth.other-organisation',
]);

/** The state of the connection (I10). `asOf` is the time of `AS_OF_KEY`, which is shown while no engine runs. */
export function connectionOf(
  engine: EngineStanding | null,
  failure: Failure | null,
  asOf: number | null,
  now: number,
): Connection {
  if (engine === null) {
    const state = failure === null ? 'starting' : 'stopped';
    return { state, confirmed_at: isoOf(asOf), next_try_at: null, problem: null };
  }
  const { tracking } = engine;
  // If the planned time of the next try has passed, the request is running now.
  const nextAt = tracking.nextAt !== null && tracking.nextAt > now ? tracking.nextAt : null;
  const known = { confirmed_at: isoOf(tracking.asOf), next_try_at: isoOf(nextAt) };
  const secret = secretProblem(engine);
  if (secret !== null) return { ...known, state: 'needs-secret', next_try_at: null, problem: secret };
  const everything = engine.lanes.find(
    ({ lane, problem: { code }, until }) =>
      (lane === 'all' || code === 'auth.token-refused') && (until ?? 0) > now,
  );
  const problem = tracking.problem ?? everything?.problem ?? null;
  const told = problem === null ? null : describeProblem(problem);
  if (!tracking.reachable || everything !== undefined)
    return { ...known, state: 'unreachable', problem: told };
  if (engine.silent) {
    // A request without a response is newer than the last success of tracking, so that success does not show that the service responds now.
    const away = describeProblem({ code: 'service.unreachable', detail: null });
    return { ...known, state: 'unreachable', problem: away };
  }
  // `toldAt` is null until a tracking cycle of this run is complete. `asOf` may be the time of an earlier run, which proves no connection.
  return { ...known, state: tracking.toldAt === null ? 'starting' : 'connected', problem: told };
}

/** Returns the lanes that are paused now, without a pause of all lanes, which `connectionOf` tells. */
export function lanesPaused({ lanes }: EngineStanding, now: number): Overview['lanes_paused'] {
  return lanes.flatMap(({ lane, until, problem }) =>
    lane !== 'all' && (until === null || until > now) ? [{ lane, problem: describeProblem(problem) }] : [],
  );
}

/** Returns a problem with the api_secret that stops all requests until a person corrects the api_secret; null without such a problem. */
export function secretProblem({ tracking, lanes }: EngineStanding): ProblemView | null {
  const paused = lanes.find(({ lane, until }) => lane === 'all' && until === null)?.problem;
  return firstOf([tracking.problem, paused], (code) => NEEDS_SECRET.has(code));
}

/** A smaller difference in milliseconds between this computer's clock and the service's does no harm. */
export const CLOCK_TOLERANCE_MS = 120_000;

/** Returns the problem of a clock that differs from the service's; null without such a problem. */
export function clockProblem({ clockAheadMs }: EngineStanding): ProblemView | null {
  if (clockAheadMs === null || Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS) return null;
  return describeProblem({ code: 'clock.wrong', detail: null });
}

/** Returns the problem of a ledger that does not have every found file, or that takes no write; null without such a problem. */
export function ledgerProblem({ unwritable, filesUnrecorded }: EngineStanding): ProblemView | null {
  if (unwritable === null && filesUnrecorded === 0) return null;
  return describeProblem({ code: 'ledger.unwritable', detail: unwritable });
}

/** Returns a connection problem that a person must correct (`isNetworkProblem`); null without such a problem. */
export function networkProblem({ tracking, lanes }: EngineStanding): ProblemView | null {
  const paused = lanes.find(({ lane }) => lane === 'all')?.problem;
  return firstOf([tracking.problem, paused], isNetworkProblem);
}

function firstOf(
  problems: readonly (Problem | null | undefined)[],
  isMeant: (code: ProblemCode) => boolean,
): ProblemView | null {
  const problem = problems.find((one) => one != null && isMeant(one.code));
  return problem == null ? null : describeProblem(problem);
}
