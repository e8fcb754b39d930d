import type { Clock } from '../../core/clock.ts';

const WRONG_AT_MOST = 10;
const LOCKED_MS = 60_000;

/** Stops whoever guesses: after ten wrong tries nothing is looked at for a minute. */
export interface LockOut {
  locked(): boolean;
  wrong(): void;
  right(): void;
}

export function createLockOut(clock: Clock): LockOut {
  let wrong = 0;
  let until = 0;
  return {
    locked: () => clock.monotonic() < until,
    wrong: () => {
      wrong += 1;
      if (wrong < WRONG_AT_MOST) return;
      wrong = 0;
      until = clock.monotonic() + LOCKED_MS;
    },
    right: () => {
      wrong = 0;
    },
  };
}
