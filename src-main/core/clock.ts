import { randomInt } from 'node:crypto';

export interface Clock {
  /** Returns the wall clock in milliseconds since the epoch, for times that people see or the ledger stores. */
  now(): number;
  /** Returns milliseconds that only increase, even if the wall clock changes, for measuring durations. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds, or as soon as the signal is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Returns a number in [0, 1). */
export type Random = () => number;

/** Returns cryptographic random numbers, because ids must be unique across stations. */
export const systemRandom: Random = () => randomInt(2 ** 32) / 2 ** 32;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  // Clearfolder aborts sleeps often, and `setTimeout` of `node:timers/promises` would create an error object for each abort.
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
    }),
};
