import { type Clock, systemClock } from '../../src-main/core/clock.ts';

/** The system's clock, that a test can put forward: both of its times, as if that much had passed. */
export function shiftedClock() {
  let ahead = 0;
  const clock: Clock = {
    now: () => systemClock.now() + ahead,
    monotonic: () => systemClock.monotonic() + ahead,
    sleep: systemClock.sleep,
  };
  return {
    clock,
    forward: (ms: number) => {
      ahead += ms;
    },
  };
}
