import { z } from 'zod';
import { type Problem, type ProblemCode, problemCodeSchema } from '../../contract/problem.ts';
import type { Random } from '../clock.ts';
import { isDue } from '../due.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import type { MessageLane } from '../ledger/tables/outbox-rows.ts';
import type { Log } from '../log/events.ts';
import { backoffMs } from './backoff.ts';

export type Lane = 'creates' | MessageLane;

/**
 * The pause of a lane, or of all lanes (`all`). `until`: the end of the pause in milliseconds since the epoch; null if the pause lasts
 * until the credentials change. After `until`, the pause remains until a request shows that the lane works again.
 */
export interface LaneStatus {
  readonly lane: Lane | 'all';
  readonly problem: Problem;
  readonly until: number | null;
}

const NAMES: readonly (Lane | 'all')[] = ['all', 'creates', 'answers', 'edits', 'events'];

const pauseSchema = z.object({
  problem: z.object({ code: problemCodeSchema, detail: z.string().nullable() }),
  until: z.number().nullable(),
  /** The start of the pause in milliseconds since the epoch. */
  since: z.number(),
  /** The number of consecutive pauses of the lane without a successful request in between. */
  trips: z.int(),
});
type Pause = z.infer<typeof pauseSchema>;

/** The longest Retry-After in milliseconds for which a lane pauses. */
const DAY_MS = 24 * 3_600_000;

/** The number of submissions in a row whose creates were blocked, after which a proxy or firewall counts as blocking all creates. */
const BLOCKED_IN_A_ROW = 3;

export type PauseOf = (lane: Lane) => { readonly code: ProblemCode; readonly until: number } | null;

/**
 * Reads the stored pauses. The returned function gives, of the pause of a lane and the pause of all lanes, the one that ends last: its
 * problem code, and its end in milliseconds since the epoch. Null without a pause that has an end.
 */
export function readPauses(ledger: Ledger): PauseOf {
  const kept = new Map(NAMES.map((name) => [name, readState(ledger, keyOf(name), pauseSchema)]));
  return (lane) => {
    const pauses = [kept.get('all'), kept.get(lane)].flatMap((pause) =>
      pause == null || pause.until === null ? [] : [{ code: pause.problem.code, until: pause.until }],
    );
    return pauses.sort((one, other) => other.until - one.until)[0] ?? null;
  };
}

const keyOf = (lane: Lane | 'all') => `outbox.pause.${lane}`;

interface LanesOptions {
  readonly ledger: Ledger;
  /** The clock by which pauses end (`createDueTime`). */
  readonly dueTime: () => number;
  readonly random: Random;
  readonly log: Log;
  readonly onPassed: () => void;
}

/**
 * Creates the pauses of the lanes. A lane is a kind of request that can pause alone. After a pause, one request, the probe, tests the lane.
 * The ledger stores each pause that has an end, so that a Retry-After survives a restart.
 * A pause until new credentials is only in memory, because a person may replace the api_secret while the program is not running.
 */
export function createLanes({ ledger, dueTime, random, log, onPassed }: LanesOptions) {
  const pauses = new Map<Lane | 'all', Pause>();
  /** The ids of the submissions whose creates were blocked since the last successful create. */
  const blocked = new Set<string>();
  let epoch = 0;
  for (const lane of NAMES) {
    const kept = readState(ledger, keyOf(lane), pauseSchema);
    if (kept !== null) pauses.set(lane, kept);
  }

  const isWaiting = ({ until, since }: Pause) => until === null || !isDue(until, dueTime(), until - since);

  function pause(lane: Lane | 'all', problem: Problem, until: number | null, trips: number): void {
    const before = pauses.get(lane);
    const isLogged = before !== undefined && isWaiting(before) && before.problem.code === problem.code;
    const kept: Pause = { problem, until, since: dueTime(), trips };
    pauses.set(lane, kept);
    if (until !== null) writeState(ledger, keyOf(lane), kept);
    if (isLogged) return;
    const seconds = until === null ? 0 : Math.round((until - dueTime()) / 1000);
    log('lane.paused', { lane, code: problem.code, seconds });
  }

  function resume(lane: Lane | 'all'): void {
    if (!pauses.delete(lane)) return;
    writeState(ledger, keyOf(lane), null);
    log('lane.resumed', { lane });
  }

  return {
    /**
     * Returns the number of credential changes since the start of the program. For a refused request, `pauseAll` compares this number with
     * the number at the start of the request.
     */
    epoch: () => epoch,
    limit(lane: Lane | 'all', usual: number): number {
      const found = pauses.get(lane);
      if (found === undefined) return usual;
      return isWaiting(found) ? 0 : Math.min(1, usual);
    },
    /**
     * Pauses a lane. If the lane is already paused, the pause is extended to the latest Retry-After and counts as the same pause.
     * `minimumMs`: the Retry-After in milliseconds; 0 without a Retry-After.
     */
    pauseLane(lane: Lane, problem: Problem, minimumMs: number): void {
      const before = pauses.get(lane);
      const together = before !== undefined && isWaiting(before);
      const trips = together ? before.trips : (before?.trips ?? 0) + 1;
      const until = dueTime() + backoffMs(random, trips, { minimumMs, longestMs: DAY_MS });
      const latest = together && before.until !== null ? Math.max(before.until, until) : until;
      pause(lane, problem, together && minimumMs === 0 ? before.until : latest, trips);
    },
    /**
     * Pauses all lanes after a refused request, unless the credentials changed since `began`, the `epoch` at the start of that request.
     * `forMs`: the shortest pause in milliseconds; null for a pause until the credentials change.
     */
    pauseAll(problem: Problem, forMs: number | null, began: number): void {
      if (began !== epoch) return;
      const before = pauses.get('all');
      const until =
        forMs === null ? null : dueTime() + backoffMs(random, 0, { minimumMs: forMs, longestMs: DAY_MS });
      pause('all', problem, until, (before?.trips ?? 0) + 1);
    },
    /**
     * Records that a proxy or firewall blocked a create. Returns whether all creates count as blocked: after several in a row,
     * or if this create was the probe of a lane that is paused as blocked.
     */
    noteBlocked(id: string): boolean {
      blocked.add(id);
      return (
        blocked.size >= BLOCKED_IN_A_ROW || pauses.get('creates')?.problem.code === 'service.blocked-all'
      );
    },
    /**
     * Ends the pause of this lane and the pause of all lanes, each only after its `until`. Must be called after each request that
     * shows that the service works. `lane` is null for a look-up, which belongs to no lane.
     */
    passed(lane: Lane | null): void {
      if (lane === 'creates') blocked.clear();
      for (const name of ['all', lane] as const) {
        const found = name === null ? undefined : pauses.get(name);
        if (name !== null && found !== undefined && !isWaiting(found)) resume(name);
      }
      onPassed();
    },
    credentialsChanged(): void {
      epoch += 1;
      resume('all');
    },
    /** Ends the wait of each pause that has an end, so that one request probes each lane. A Retry-After may name a day, and a person asks now. */
    probeNow(): void {
      const now = dueTime();
      for (const [lane, found] of pauses) {
        if (found.until === null || !isWaiting(found)) continue;
        const ended = { ...found, until: now, since: now };
        pauses.set(lane, ended);
        writeState(ledger, keyOf(lane), ended);
      }
    },
    needsCredentials: () => pauses.get('all')?.until === null,
    /** Returns the earliest end of a pause after `now`, in milliseconds since the epoch; null if no pause ends after `now`. */
    nextAt(now: number): number | null {
      const times = [...pauses.values()].flatMap(({ until }) =>
        until !== null && until > now ? [until] : [],
      );
      return times.length === 0 ? null : Math.min(...times);
    },
    status: (): LaneStatus[] => [...pauses].map(([lane, { problem, until }]) => ({ lane, problem, until })),
  };
}

export type Lanes = ReturnType<typeof createLanes>;
