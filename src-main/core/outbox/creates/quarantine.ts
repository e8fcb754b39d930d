import type { Clock } from '../../clock.ts';

/** The shortest quarantine in milliseconds. A service may need this long until a look-up finds a new Task. */
const LEAST_MS = 90_000;
const MISSES_NEEDED = 3;

/** Returns the milliseconds in which a request of unknown outcome is not repeated; longer than the idle timeout (I2). */
export function quarantineMs(idleTimeoutMs: number): number {
  return Math.max(LEAST_MS, Math.round(1.5 * idleTimeoutMs));
}

interface Mark {
  since: number;
  lastMiss: number | null;
  misses: number;
}

/**
 * Decides when an attempt of unknown outcome may be repeated: after three 404s for the Task, spaced over at least the quarantine. The
 * quarantine uses the monotonic clock, so that a change of the wall clock cannot shorten the quarantine. A restart of the program restarts
 * the quarantine.
 */
export function createQuarantine(clock: Clock, lengthMs: number) {
  const marks = new Map<string, Mark>();
  const markOf = (id: string): Mark => {
    const mark = marks.get(id) ?? { since: clock.monotonic(), lastMiss: null, misses: 0 };
    marks.set(id, mark);
    return mark;
  };
  return {
    /** The shortest time in milliseconds between two 404s that count separately. */
    spacingMs: Math.ceil(lengthMs / MISSES_NEEDED),
    begin: (id: string): void => {
      marks.delete(id);
      markOf(id);
    },
    /**
     * Counts a 404 for the Task of a row.
     *
     * @param askedAt when the request was sent, on the monotonic clock
     * @param leastMs the quarantine of this row in milliseconds, if longer than the usual quarantine
     * @returns `over`: whether the row may be sent again; `leftMs`: milliseconds until the next look-up
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
