import { describeProblem, isNetworkProblem, type ProblemCode } from '../../../contract/problem.ts';
import type { Failure } from '../../../contract/result.ts';
import type { ProblemView } from '../../../contract/views/common.ts';
import type { Connection } from '../../../contract/views/overview.ts';
import type { LaneStatus } from '../../outbox/lanes.ts';
import type { TrackingStatus } from '../../tracking/tracker.ts';

/** What a running engine says of itself. */
export interface EngineStanding {
  readonly tracking: TrackingStatus;
  readonly lanes: readonly LaneStatus[];
  /** Whether it has looked a folder through: what was seen before says nothing of now. */
  lookedThrough(folder: string): boolean;
}

const NEEDS_SECRET: ReadonlySet<ProblemCode> = new Set([
  'auth.no-secret',
  'auth.refused',
  'auth.other-organisation',
]);

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** How the station stands to the service (I10). `asOf` dates what is shown where no engine runs. */
export function connectionOf(
  engine: EngineStanding | null,
  failure: Failure | null,
  asOf: number | null,
  now: number,
  /** When something last could not leave because the service was not reached; null where nothing waits for that. */
  missedAt: number | null,
): Connection {
  if (engine === null) {
    const state = failure === null ? 'starting' : 'stopped';
    return { state, confirmed_at: iso(asOf), next_try_at: null, problem: null };
  }
  const { tracking } = engine;
  const known = { confirmed_at: iso(tracking.asOf), next_try_at: iso(tracking.nextAt) };
  const secret = secretProblem(engine);
  if (secret !== null) return { ...known, state: 'needs-secret', next_try_at: null, problem: secret };
  const everything = engine.lanes.find(({ lane, until }) => lane === 'all' && (until ?? 0) > now);
  const problem = tracking.problem ?? everything?.problem ?? null;
  const told = problem === null ? null : describeProblem(problem);
  if (!tracking.reachable || everything !== undefined)
    return { ...known, state: 'unreachable', problem: told };
  if (missedAt !== null && missedAt > (tracking.asOf ?? 0)) {
    // Tracking has yet to notice: what was confirmed before says nothing of now.
    const away = describeProblem({ code: 'service.unreachable', detail: null });
    return { ...known, state: 'unreachable', problem: away };
  }
  // Not by the wall clock: one that was set back or forward since would confirm what nobody has told.
  return { ...known, state: tracking.toldAt === null ? 'starting' : 'connected', problem: told };
}

/** Why nothing goes on before a person sees to the api_secret, or null. */
export function secretProblem({ tracking, lanes }: EngineStanding): ProblemView | null {
  const paused = lanes.find(({ lane, until }) => lane === 'all' && until === null)?.problem;
  const said = [tracking.problem, paused].find(
    (problem) => problem !== null && problem !== undefined && NEEDS_SECRET.has(problem.code),
  );
  return said == null ? null : describeProblem(said);
}

/** What a person must mend on the way to the service, or null. */
export function networkProblem({ tracking, lanes }: EngineStanding): ProblemView | null {
  const paused = lanes.find(({ lane }) => lane === 'all')?.problem;
  const said = [tracking.problem, paused].find(
    (problem) => problem != null && isNetworkProblem(problem.code),
  );
  return said == null ? null : describeProblem(said);
}
