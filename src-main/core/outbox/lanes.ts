import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../contract/problem.ts';
import type { Clock, Random } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import type { MessageLane } from '../ledger/tables/outbox-rows.ts';
import type { Log } from '../log/events.ts';
import { backoffMs, LONGEST_BACKOFF_MS } from './backoff.ts';

export type Lane = 'creates' | MessageLane;

/** A lane that waits: why, and until when (null: until the credentials change). `all` stands for everything. */
export interface LaneStatus {
  readonly lane: Lane | 'all';
  readonly problem: Problem;
  readonly until: number | null;
}

const NAMES: readonly (Lane | 'all')[] = ['all', 'creates', 'answers', 'edits', 'events'];

const pauseSchema = z.object({
  problem: z.object({ code: problemCodeSchema, detail: z.string().nullable() }),
  until: z.number().nullable(),
  /** When it was kept; not there where an older Clearfolder kept it. */
  since: z.number().optional(),
  /** Pauses in a row, without a success between. */
  trips: z.int(),
});
type Pause = z.infer<typeof pauseSchema>;

/** Creates that something in between blocks one after the other, before it is about all of them and not about each. */
const BLOCKED_IN_A_ROW = 3;

const keyOf = (lane: Lane | 'all') => `outbox.pause.${lane}`;

interface LanesOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A request went through: the service answers. */
  readonly onPassed: () => void;
}

/**
 * Which lanes wait. A pause with a time is kept in the ledger, so that Retry-After survives a restart; once the time has
 * passed, a single request probes the lane before the others follow. A pause until the credentials change is not kept: the
 * service client remembers a refused secret itself, and the secret may have been replaced while nothing was running.
 */
export function createLanes({ ledger, clock, random, log, onPassed }: LanesOptions) {
  const pauses = new Map<Lane | 'all', Pause>();
  /** The submissions whose creates were blocked on the way since the last create went through. */
  const blocked = new Set<string>();
  let epoch = 0;
  for (const lane of NAMES) {
    const kept = readState(ledger, keyOf(lane), pauseSchema);
    if (kept !== null) pauses.set(lane, kept);
  }

  const isWaiting = (pause: Pause) => pause.until === null || clock.now() < pause.until;

  function pause(lane: Lane | 'all', problem: Problem, until: number | null, trips: number): void {
    const before = pauses.get(lane);
    const told = before !== undefined && isWaiting(before) && before.problem.code === problem.code;
    const kept: Pause = { problem, until, since: clock.now(), trips };
    pauses.set(lane, kept);
    if (until !== null) writeState(ledger, keyOf(lane), kept);
    if (told) return;
    const seconds = until === null ? 0 : Math.round((until - clock.now()) / 1000);
    log('lane.paused', { lane, code: problem.code, seconds });
  }

  function move(lane: Lane | 'all', found: Pause, until: number, since: number): void {
    const moved = { ...found, until, since };
    pauses.set(lane, moved);
    writeState(ledger, keyOf(lane), moved);
  }

  function resume(lane: Lane | 'all'): void {
    if (!pauses.delete(lane)) return;
    writeState(ledger, keyOf(lane), null);
    log('lane.resumed', { lane });
  }

  return {
    /** To be remembered when a request begins, and given back with what it says of the credentials. */
    epoch: () => epoch,
    /** How many requests may run in this lane now. */
    limit(lane: Lane | 'all', usual: number): number {
      const found = pauses.get(lane);
      if (found === undefined) return usual;
      return isWaiting(found) ? 0 : Math.min(1, usual);
    },
    /** Several requests that are refused together are one pause: it ends no earlier than any of them says. */
    pauseLane(lane: Lane, problem: Problem, minimumMs: number): void {
      const before = pauses.get(lane);
      const together = before !== undefined && isWaiting(before);
      const trips = together ? before.trips : (before?.trips ?? 0) + 1;
      const until = clock.now() + backoffMs(random, trips, { minimumMs });
      const latest = together && before.until !== null ? Math.max(before.until, until) : until;
      // Without a wish of the service, the first pause of a burst decides; the others only wait with it.
      pause(lane, problem, together && minimumMs === 0 ? before.until : latest, trips);
    },
    /** `began` is the epoch of the request: what it says of credentials that were since replaced is no news. */
    pauseAll(problem: Problem, forMs: number | null, began: number): void {
      if (began !== epoch) return;
      const before = pauses.get('all');
      const until = forMs === null ? null : clock.now() + backoffMs(random, 0, { minimumMs: forMs });
      pause('all', problem, until, (before?.trips ?? 0) + 1);
    },
    /** The create of this submission was blocked on the way; gives whether all are: so many in a row were, or the probe was. */
    noteBlocked(id: string): boolean {
      blocked.add(id);
      return (
        blocked.size >= BLOCKED_IN_A_ROW || pauses.get('creates')?.problem.code === 'service.blocked-all'
      );
    },
    /** A request of this lane went through. */
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
    /** Nothing goes on before a person changes the credentials. */
    needsCredentials: () => pauses.get('all')?.until === null,
    /** When the next pause ends, or null. */
    nextAt(now: number): number | null {
      const times = [...pauses.values()].flatMap(({ until }) =>
        until !== null && until > now ? [until] : [],
      );
      return times.length === 0 ? null : Math.min(...times);
    },
    /** Of the pauses that the previous run left, none lasts longer from now than it was to last when it was kept. */
    recover(): void {
      const now = clock.now();
      for (const [lane, found] of pauses) {
        const { until, since } = found;
        if (until === null) continue;
        const whole = since === undefined ? LONGEST_BACKOFF_MS : Math.min(until - since, LONGEST_BACKOFF_MS);
        if (until > now + whole) move(lane, found, now + whole, now);
      }
    },
    /**
     * Keeps pauses as long as they were when the wall clock was set back. To be called in a transaction; what it gives, to be
     * called once that is kept, makes them count here.
     */
    shift(by: number): () => void {
      const moved = new Map<Lane | 'all', Pause>();
      for (const [lane, found] of pauses) {
        const { until, since = clock.now() - by } = found;
        if (until !== null) moved.set(lane, { ...found, until: until + by, since: since + by });
      }
      for (const [lane, kept] of moved) writeState(ledger, keyOf(lane), kept);
      return () => {
        for (const [lane, kept] of moved) pauses.set(lane, kept);
      };
    },
    status: (): LaneStatus[] => [...pauses].map(([lane, { problem, until }]) => ({ lane, problem, until })),
  };
}

export type Lanes = ReturnType<typeof createLanes>;
