import type { Clock } from '../clock.ts';

/** Housekeeping counts days, so a clock that is off by less than an hour deletes nothing too early. */
const TOLERANCE_MS = 3_600_000;

/** Whether the wall clock of this computer agrees with the service's. `unknown`: the service has told no time since the program started. */
export type ClockProof = 'agrees' | 'differs' | 'unknown';

/**
 * Compares the wall clock with the service's. The time of the service goes on with the monotonic clock, so a jump of the wall clock is
 * noticed without a further response. `serviceTime` returns milliseconds since the epoch, or null.
 */
export function proveClock(clock: Pick<Clock, 'now'>, serviceTime: () => number | null): ClockProof {
  const theirs = serviceTime();
  if (theirs === null) return 'unknown';
  return Math.abs(clock.now() - theirs) <= TOLERANCE_MS ? 'agrees' : 'differs';
}
