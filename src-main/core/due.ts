import type { Clock } from './clock.ts';

/** The longest time in milliseconds for which an act can wait to be undone: `sending.undoSeconds`, and a minute for its withdrawal. */
export const LONGEST_UNDO_MS = 660_000;

/**
 * Whether a wait that ends at `at` is over at `now` (milliseconds since the epoch). What is left of a wait is never longer than the longest
 * wait of the same kind, unless the wall clock was set back; the wait is then over. `longestMs`: the longest wait of the kind in milliseconds.
 */
export function isDue(at: number, now: number, longestMs: number): boolean {
  return at <= now || at > now + longestMs;
}

/** The SQL condition of `isDue` for the column `at`. The statement has the parameters `@now` and `@longest`. */
export function dueSql(at: string): string {
  return `(${at} <= @now OR ${at} > @now + @longest)`;
}

/**
 * Returns the clock by which one run plans waits and ends them, in milliseconds since the epoch. It shows the wall clock. If the wall clock
 * is set back, it goes on by the monotonic clock, so that a wait of this run becomes no longer.
 */
export function createDueTime(clock: Clock): () => number {
  let last = { at: clock.now(), monotonic: clock.monotonic() };
  return () => {
    const monotonic = clock.monotonic();
    last = { at: Math.max(clock.now(), last.at + monotonic - last.monotonic), monotonic };
    return Math.floor(last.at);
  };
}
