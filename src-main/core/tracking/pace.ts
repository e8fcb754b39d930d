import type { Random } from '../clock.ts';

const QUICK_MS = 2_000;
const QUICK_FOR_MS = 30_000;
const SLOWEST_MS = 300_000;
const FIRST_BACKOFF_MS = 2_000;

export interface PaceInput {
  /** The interval from the settings. */
  readonly seconds: number;
  /** Tasks that have not ended. */
  readonly open: number;
  /** Cycles in a row without an open Task and without a change. */
  readonly idleCycles: number;
  /** Cycles in a row that failed. */
  readonly failures: number;
  /** The least wait the service asked for, milliseconds. */
  readonly waitMs: number;
  /** Milliseconds since the last request for an early cycle, or null. */
  readonly sinceLook: number | null;
}

/**
 * Milliseconds until the next cycle: the interval of the settings while a Task is in flight or waiting, a shorter wait for half
 * a minute after a request for an early cycle, doubling waits while no Task is open, and full jitter after failures. The wait is
 * never shorter than the service asked for.
 */
export function nextDelay(input: PaceInput, random: Random): number {
  const interval = input.seconds * 1000;
  if (input.failures > 0) {
    const ceiling = Math.min(SLOWEST_MS, FIRST_BACKOFF_MS * 2 ** Math.min(input.failures, 20));
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
