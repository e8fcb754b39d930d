import { z } from 'zod';
import type { Problem } from '../../contract/problem.ts';
import type { Random } from '../clock.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { countOpen, oldestProof } from '../ledger/tasks/task-queries.ts';
import { AS_OF_KEY } from '../ledger/tasks/task-row.ts';
import { type Log, silentLog } from '../log/events.ts';
import { type CycleFailure, type CycleParts, type CycleReport, createCycle } from './cycle.ts';
import { judgeFailure } from './list-failure.ts';

const QUICK_MS = 2_000;
const QUICK_FOR_MS = 30_000;
const SLOWEST_MS = 300_000;
// Before the first look of a run, nothing of a folder is sent, so a failed look is repeated at least this often.
const FIRST_LOOK_MS = 15_000;
const FIRST_BACKOFF_MS = 2_000;
const MAX_PAGE = 200;
const DETAILS_PER_CYCLE = 400;

export interface TrackerParts extends Omit<CycleParts, 'pageLength' | 'detailsLimit'> {
  readonly random: Random;
  readonly log?: Log;
  /** The seconds between cycles while a Task is open. */
  readonly seconds: number;
  /** Called when the service answers again after an outage. */
  readonly onBack?: () => void;
  readonly pageLength?: number;
  readonly detailsLimit?: number;
}

/** The state of tracking, with the times from which the screen shows the age of the data (I10). */
export interface TrackingStatus {
  /** The time of `AS_OF_KEY`, in milliseconds since the epoch; null before the first complete cycle. */
  readonly asOf: number | null;
  /** The monotonic start of the last complete cycle of this run; null before the first complete cycle. */
  readonly toldAt: number | null;
  /** True if no followed Task is open, so that no request is needed. Always false in the scope `organisation`. */
  readonly nothingToTell: boolean;
  readonly reachable: boolean;
  readonly problem: Problem | null;
  /** The time of the next cycle, in milliseconds since the epoch; null while tracking waits for new credentials. */
  readonly nextAt: number | null;
}

export interface Tracker {
  start(): Promise<void>;
  /** Cancels the current request and stops; the next start resumes the work. */
  stop(): Promise<void>;
  /** Must be called after a callback, a create, or new credentials. Plans an early cycle, and frequent cycles for half a minute. */
  lookSoon(): void;
  /** Runs a cycle now, or joins the running cycle. The promise does not reject if the service fails. */
  cycle(): Promise<CycleReport>;
  status(): TrackingStatus;
}

/** Creates the tracker: each cycle reads /task/list and fetches the details of changed Tasks (docs/architecture.md 6). */
export function createTracker(parts: TrackerParts): Tracker {
  const { ledger, clock, random, scope, seconds, log = silentLog } = parts;
  const runCycle = createCycle({
    ...parts,
    pageLength: parts.pageLength ?? MAX_PAGE,
    detailsLimit: parts.detailsLimit ?? DETAILS_PER_CYCLE,
  });
  const stopping = new AbortController();
  let wake = new AbortController();
  let underWay: Promise<CycleReport> | null = null;
  let loop: Promise<void> | null = null;
  let asOf = readState(ledger, AS_OF_KEY, z.number());
  let toldAt: number | null = null;
  let problem: Problem | null = null;
  let reachable = true;
  let failures = 0;
  let idleCycles = 0;
  let lookedFor: number | null = null;
  let quiet = false;
  // `nextAt`: when the next cycle is due. `endedAt`: when the last cycle ended. `notBefore`: the earliest time at which the service allows
  // a cycle. Monotonic times.
  let nextAt = clock.monotonic();
  let endedAt: number | null = null;
  let notBefore = 0;

  async function oneCycle(): Promise<CycleReport> {
    const begun = { wall: clock.now(), at: clock.monotonic() };
    const report: CycleReport = {
      requests: 0,
      sweepRequests: 0,
      changed: [],
      failedDetails: 0,
      missing: 0,
      unreadable: 0,
      looked: false,
      problem: null,
    };
    let failure: CycleFailure | null = null;
    try {
      failure = await runCycle(report, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) {
        const judged = judgeFailure(error);
        report.problem = judged.problem;
        failure = judged;
      }
    }
    if (!stopping.signal.aborted) settle(report, failure, begun);
    log('tracking.cycle', {
      requests: report.requests,
      changed: report.changed.length,
      ms: Math.round(clock.monotonic() - begun.at),
    });
    return report;
  }

  function settle(
    report: CycleReport,
    failure: CycleFailure | null,
    begun: { wall: number; at: number },
  ): void {
    problem = report.problem;
    const wasAway = !reachable;
    reachable = failure === null;
    if (wasAway && reachable) parts.onBack?.();
    failures = failure === null ? 0 : failures + 1;
    quiet = failure?.needsCredentials ?? false;
    notBefore = failure === null ? 0 : clock.monotonic() + failure.waitMs;
    if (failure === null && report.looked) {
      asOf = oldestProof(ledger, scope) ?? begun.wall;
      toldAt = begun.at;
      writeState(ledger, AS_OF_KEY, asOf);
    }
    idleCycles = report.changed.length > 0 || countOpen(ledger, scope) > 0 ? 0 : idleCycles + 1;
  }

  function cycle(): Promise<CycleReport> {
    underWay ??= oneCycle().finally(() => {
      underWay = null;
      endedAt = clock.monotonic();
    });
    return underWay;
  }

  function delay(): number {
    const sinceLook = lookedFor === null ? null : clock.monotonic() - lookedFor;
    const waitMs = Math.max(0, notBefore - clock.monotonic());
    const [open, longestBackoffMs] = [countOpen(ledger, scope), longestBackoff()];
    return nextDelay({ seconds, open, idleCycles, failures, waitMs, sinceLook, longestBackoffMs }, random);
  }

  const longestBackoff = () => (parts.recordCheck?.isDone() === false ? FIRST_LOOK_MS : SLOWEST_MS);

  async function untilDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wait = nextAt - clock.monotonic();
      if (wait <= 0) return;
      await clock.sleep(Math.min(wait, 2 ** 31 - 1), AbortSignal.any([stopping.signal, wake.signal]));
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await untilDue();
      if (stopping.signal.aborted) return;
      const lookBefore = lookedFor;
      try {
        await cycle();
        const asked = lookedFor !== lookBefore;
        nextAt = quiet && !asked ? Number.POSITIVE_INFINITY : clock.monotonic() + delay();
      } catch (error) {
        // Here the disk or the program failed, and not the service. Tracking continues after a pause.
        failures += 1;
        const backoff = { seconds, open: 0, idleCycles: 0, failures, waitMs: 0, sinceLook: null };
        const longestBackoffMs = longestBackoff();
        nextAt = clock.monotonic() + nextDelay({ ...backoff, longestBackoffMs }, random);
        log('engine.fault', { where: 'tracking', error: error instanceof Error ? error.name : 'unknown' });
      }
    }
  }

  return {
    start: async () => {
      loop ??= run();
    },
    stop: async () => {
      stopping.abort();
      wake.abort();
      await loop;
      await underWay?.catch(() => undefined);
    },
    lookSoon: () => {
      lookedFor = clock.monotonic();
      const quick = Math.min(seconds * 1000, QUICK_MS);
      const soonest = Math.max(lookedFor, notBefore, (endedAt ?? Number.NEGATIVE_INFINITY) + quick);
      // The outbox calls this function for each sent submission. If the next cycle is early enough, the loop need not wake.
      if (soonest >= nextAt) return;
      nextAt = soonest;
      wake.abort();
      wake = new AbortController();
    },
    cycle,
    status: () => ({
      asOf,
      toldAt,
      nothingToTell: scope === 'station' && countOpen(ledger, scope) === 0,
      reachable,
      problem,
      nextAt: Number.isFinite(nextAt) ? Math.round(clock.now() + nextAt - clock.monotonic()) : null,
    }),
  };
}

interface PaceInput {
  readonly seconds: number;
  readonly open: number;
  /** The number of cycles in a row without an open Task and without a change. */
  readonly idleCycles: number;
  readonly failures: number;
  /** The rest of the wait that the service demanded, in milliseconds; 0 without a demand. */
  readonly waitMs: number;
  /** The milliseconds since the last call of `lookSoon`; null if `lookSoon` was never called. */
  readonly sinceLook: number | null;
  /** The longest wait after a failure, in milliseconds, unless the service demanded a longer wait. */
  readonly longestBackoffMs: number;
}

/**
 * Returns the milliseconds until the next cycle. While a Task is open, the wait is the interval of the settings. For half a minute after a
 * call of `lookSoon`, the wait is shorter. While no Task is open, the wait doubles with each cycle. After a failure, the wait is random, up
 * to a limit that doubles with each failure, but never shorter than the service demanded.
 */
export function nextDelay(input: PaceInput, random: Random): number {
  const interval = input.seconds * 1000;
  if (input.failures > 0) {
    const ceiling = Math.min(input.longestBackoffMs, FIRST_BACKOFF_MS * 2 ** Math.min(input.failures, 20));
    const quick = Math.min(interval, QUICK_MS);
    return Math.max(input.waitMs, quick + random() * Math.max(0, ceiling - quick));
  }
  const jitter = 0.9 + 0.2 * random();
  if (input.sinceLook !== null && input.sinceLook < QUICK_FOR_MS)
    return Math.min(interval, QUICK_MS) * jitter;
  if (input.open > 0) return interval * jitter;
  const slowest = Math.max(SLOWEST_MS, interval);
  return Math.min(slowest, interval * 2 ** Math.min(input.idleCycles, 20)) * jitter;
}
