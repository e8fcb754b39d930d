import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../contract/problem.ts';
import type { Clock, Random } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import type { MessageLane } from '../ledger/tables/outbox-rows.ts';
import type { Log } from '../log/events.ts';
import { backoffMs, LONGEST_BACKOFF_MS } from './backoff.ts';

export type Lane = 'creates' | MessageLane;

/** A paused lane: why, and until when (null: until the credentials change). `all` means every lane. */
export interface LaneStatus {
  readonly lane: Lane | 'all';
  readonly problem: Problem;
  readonly until: number | null;
}

const NAMES: readonly (Lane | 'all')[] = ['all', 'creates', 'answers', 'edits', 'events'];

const pauseSchema = z.object({
  problem: z.object({ code: problemCodeSchema, detail: z.string().nullable() }),
  until: z.number().nullable(),
  /** When the ledger stored the pause. Absent in pauses of an older Clearfolder. */
  since: z.number().optional(),
  /** Pauses in a row, without a success in between. */
  trips: z.int(),
});
type Pause = z.infer<typeof pauseSchema>;

/** So many blocked creates in a row mean that a device in between blocks all creates. */
const BLOCKED_IN_A_ROW = 3;

const keyOf = (lane: Lane | 'all') => `outbox.pause.${lane}`;

interface LanesOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A request succeeded, so the service responds. */
  readonly onPassed: () => void;
}

/**
 * The paused lanes. The ledger stores a pause with a time, so that Retry-After survives a restart; once the time has passed, a single
 * request probes the lane before the others follow. The ledger does not store a pause until the credentials change: the service client
 * remembers a refused secret itself, and a person may replace the secret while the program is not running.
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
    const isLogged = before !== undefined && isWaiting(before) && before.problem.code === problem.code;
    const kept: Pause = { problem, until, since: clock.now(), trips };
    pauses.set(lane, kept);
    if (until !== null) writeState(ledger, keyOf(lane), kept);
    if (isLogged) return;
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
    /** A request remembers the epoch when it begins, and `pauseAll` takes that epoch. */
    epoch: () => epoch,
    /** How many requests may run in this lane now. */
    limit(lane: Lane | 'all', usual: number): number {
      const found = pauses.get(lane);
      if (found === undefined) return usual;
      return isWaiting(found) ? 0 : Math.min(1, usual);
    },
    /** Several requests that are refused together make one pause, which ends no earlier than any of their Retry-Afters. */
    pauseLane(lane: Lane, problem: Problem, minimumMs: number): void {
      const before = pauses.get(lane);
      const together = before !== undefined && isWaiting(before);
      const trips = together ? before.trips : (before?.trips ?? 0) + 1;
      const until = clock.now() + backoffMs(random, trips, { minimumMs });
      const latest = together && before.until !== null ? Math.max(before.until, until) : until;
      // Without a Retry-After, the first pause of a burst decides for the others.
      pause(lane, problem, together && minimumMs === 0 ? before.until : latest, trips);
    },
    /** `began`: the epoch of the request. Nothing happens if the credentials were replaced since. */
    pauseAll(problem: Problem, forMs: number | null, began: number): void {
      if (began !== epoch) return;
      const before = pauses.get('all');
      const until = forMs === null ? null : clock.now() + backoffMs(random, 0, { minimumMs: forMs });
      pause('all', problem, until, (before?.trips ?? 0) + 1);
    },
    /**
     * A device in between blocked the create of this submission. Returns whether all creates are blocked: enough in a row, or the probe.
     */
    noteBlocked(id: string): boolean {
      blocked.add(id);
      return (
        blocked.size >= BLOCKED_IN_A_ROW || pauses.get('creates')?.problem.code === 'service.blocked-all'
      );
    },
    /** A request of this lane succeeded; null: a look-up succeeded. */
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
    /** Whether all lanes wait for a person to change the credentials. */
    needsCredentials: () => pauses.get('all')?.until === null,
    /** When the next pause ends, or null. */
    nextAt(now: number): number | null {
      const times = [...pauses.values()].flatMap(({ until }) =>
        until !== null && until > now ? [until] : [],
      );
      return times.length === 0 ? null : Math.min(...times);
    },
    /** Each pause of the previous run lasts from now at most as long as the pause was meant to last. */
    recover(): void {
      const now = clock.now();
      for (const [lane, found] of pauses) {
        const { until, since } = found;
        if (until === null) continue;
        const length = since === undefined ? LONGEST_BACKOFF_MS : Math.min(until - since, LONGEST_BACKOFF_MS);
        if (until > now + length) move(lane, found, now + length, now);
      }
    },
    /**
     * Keeps the length of pauses when the wall clock was set back. Call this function in a transaction, and call the returned function
     * after the commit, which changes the pauses in memory.
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
