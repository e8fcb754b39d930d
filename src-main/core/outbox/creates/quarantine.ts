import type { Clock } from '../../clock.ts';

/** Whatever the settings say: so long may a service take to show a Task that it made. */
const LEAST_MS = 90_000;
const MISSES_NEEDED = 3;

/** How long something perhaps received is left alone, in milliseconds: longer than any request may take (I2). */
export function quarantineMs(idleTimeoutMs: number): number {
  return Math.max(LEAST_MS, Math.round(1.5 * idleTimeoutMs));
}

interface Mark {
  since: number;
  lastMiss: number | null;
  misses: number;
}

/**
 * When an attempt of unknown outcome may be repeated: the service must have denied it at least three times, spaced, over
 * at least the quarantine. Measured on the monotonic clock of this run alone, so that no jump of the wall clock and no
 * restart can shorten it; a restart begins it anew.
 */
export function createQuarantine(clock: Clock, lengthMs: number) {
  const marks = new Map<string, Mark>();
  const markOf = (id: string): Mark => {
    const mark = marks.get(id) ?? { since: clock.monotonic(), lastMiss: null, misses: 0 };
    marks.set(id, mark);
    return mark;
  };
  return {
    /** How far apart two misses must be to count as two. */
    spacingMs: Math.ceil(lengthMs / MISSES_NEEDED),
    /** From now on, whatever was counted before: an attempt has just ended without an outcome. */
    begin: (id: string): void => {
      marks.delete(id);
      markOf(id);
    },
    /** The service was asked (at `askedAt` on the monotonic clock) and did not have it. */
    miss: (id: string, askedAt: number): { misses: number; over: boolean } => {
      const mark = markOf(id);
      if (mark.lastMiss === null || askedAt - mark.lastMiss >= lengthMs / MISSES_NEEDED) {
        mark.misses += 1;
        mark.lastMiss = askedAt;
      }
      return {
        misses: mark.misses,
        over: mark.misses >= MISSES_NEEDED && askedAt - mark.since >= lengthMs,
      };
    },
    end: (id: string): void => void marks.delete(id),
  };
}

export type Quarantine = ReturnType<typeof createQuarantine>;
