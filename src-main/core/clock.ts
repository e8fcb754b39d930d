import { randomInt } from 'node:crypto';

/** Time as the engine sees it; tests pass their own. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch: for what is shown and stored. */
  now(): number;
  /** Milliseconds that only ever grow, whatever happens to the wall clock: for what is measured. */
  monotonic(): number;
  /** Resolves after `ms`, or at once (without rejecting) when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A number in [0, 1). */
export type Random = () => number;

/** Cryptographic, because what it chooses (ids) must not repeat on any station. */
export const systemRandom: Random = () => randomInt(2 ** 32) / 2 ** 32;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  // Not the timers of promises: an aborted sleep is the normal end of a wait here, and theirs makes an error of each.
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
