import { randomInt } from 'node:crypto';

/** Time as the engine sees it; tests pass their own clock. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch: for times that are shown or stored. */
  now(): number;
  /** Milliseconds that only increase, also when the wall clock changes: for measuring durations. */
  monotonic(): number;
  /** Resolves after `ms`, or at once (without rejecting) when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A number in [0, 1). */
export type Random = () => number;

/** Cryptographic randomness, because ids must not repeat on any station. */
export const systemRandom: Random = () => randomInt(2 ** 32) / 2 ** 32;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  // An aborted sleep is normal here. The promise timers of Node.js would create an error for each abort.
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
