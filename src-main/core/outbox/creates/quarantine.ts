import type { Clock } from '../../clock.ts';

/** The least time for a service to show a new Task, whatever the settings say. */
const LEAST_MS = 90_000;
const MISSES_NEEDED = 3;

/** How long a request that may have been received is not repeated, in milliseconds: longer than any request may take (I2). */
export function quarantineMs(idleTimeoutMs: number): number {
  return Math.max(LEAST_MS, Math.round(1.5 * idleTimeoutMs));
}

interface Mark {
  since: number;
  lastMiss: number | null;
  misses: number;
}

/**
 * Decides when an attempt of unknown outcome may be repeated: the service must have denied the attempt at least three times, spaced, over
 * at least the quarantine. Only the monotonic clock of this run counts, so that no jump of the wall clock and no restart can shorten the
 * quarantine; a restart begins the quarantine anew.
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
    /** Begins the quarantine anew: an attempt has just ended without an outcome. */
    begin: (id: string): void => {
      marks.delete(id);
      markOf(id);
    },
    /**
     * Counts a denial of the service.
     *
     * @param askedAt when the question left, on the monotonic clock
     * @param leastMs the quarantine of this row if longer than the usual quarantine
     * @returns `leftMs`: how long to wait before the next question, in milliseconds; `over`: the row may be sent again
     */
    miss: (id: string, askedAt: number, leastMs = 0): { misses: number; over: boolean; leftMs: number } => {
      const mark = markOf(id);
      if (mark.lastMiss === null || askedAt - mark.lastMiss >= lengthMs / MISSES_NEEDED) {
        mark.misses += 1;
        mark.lastMiss = askedAt;
      }
      const spacingMs = lengthMs / MISSES_NEEDED;
      const isSpaced = mark.misses >= MISSES_NEEDED;
      const leftMs = mark.since + Math.max(lengthMs, leastMs) - askedAt;
      return {
        misses: mark.misses,
        over: isSpaced && leftMs <= 0,
        leftMs: Math.ceil(isSpaced ? Math.max(spacingMs, leftMs) : spacingMs),
      };
    },
    end: (id: string): void => void marks.delete(id),
  };
}

export type Quarantine = ReturnType<typeof createQuarantine>;
