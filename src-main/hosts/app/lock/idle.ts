import type { Clock } from '../../../core/clock.ts';

/** A system that counts says so now and then; one that always says "just now" (as under Wayland) counts nothing. */
const PROVES_MS = 10_000;

/** How long nobody has touched this station. */
export interface Idle {
  /** Somebody has, in one of its windows. */
  touched(): void;
  /** To be called again and again: how long nobody has, in milliseconds. */
  look(): number;
}

/**
 * Input in a window of ours counts, and input to the machine where the system tells of it. Time that this process slept through
 * counts as idle, whatever woke the machine.
 */
export function createIdle(clock: Clock, systemIdleMs: () => number): Idle {
  const moment = () => ({ wall: clock.now(), mono: clock.monotonic() });
  type Moment = ReturnType<typeof moment>;
  // The monotonic clock may stand still while the machine sleeps, the other may be put forward: the longer is the safer.
  const since = (then: Moment) => Math.max(clock.now() - then.wall, clock.monotonic() - then.mono);
  let touchedAt = moment();
  let lookedAt = moment();
  let proven = false;
  return {
    touched: () => {
      touchedAt = moment();
    },
    look: () => {
      const slept = since(lookedAt);
      lookedAt = moment();
      const own = since(touchedAt);
      const system = systemIdleMs();
      if (system >= PROVES_MS) proven = true;
      return Math.min(own, Math.max(slept, proven ? system : own));
    },
  };
}
