import type { Settings } from '../../../contract/settings.ts';
import type { Clock } from '../../clock.ts';

/** The shortest quarantine in milliseconds. After a create, the service may need this time until a look-up finds the new Task. */
const LEAST_MS = 90_000;
const MISSES_NEEDED = 3;

/**
 * Returns the milliseconds in which a request of unknown outcome is not repeated (I2): longer than the idle timeout, and at least as long as
 * the settings demand. A person lengthens the quarantine for a service that shows new Tasks late.
 */
export function quarantineMs({
  idleTimeoutSeconds,
  quarantineSeconds,
}: Pick<Settings['sending'], 'idleTimeoutSeconds' | 'quarantineSeconds'>): number {
  return Math.max(LEAST_MS, Math.round(1_500 * idleTimeoutSeconds), 1_000 * (quarantineSeconds ?? 0));
}

interface Mark {
  since: number;
  lastMiss: number | null;
  misses: number;
}

/**
 * Decides when a request of unknown outcome may be repeated: after three misses, spread over at least the quarantine.
 * A miss is a look-up that does not show the effect of the request, such as a 404 for the Task of a create.
 * The monotonic clock counts, so that a change of the wall clock shortens nothing. A restart begins the quarantine again.
 */
export function createQuarantine(clock: Clock, lengthMs: number) {
  const marks = new Map<string, Mark>();
  const markOf = (id: string): Mark => {
    const mark = marks.get(id) ?? { since: clock.monotonic(), lastMiss: null, misses: 0 };
    marks.set(id, mark);
    return mark;
  };
  return {
    /** The shortest time in milliseconds between two misses that both count. */
    spacingMs: Math.ceil(lengthMs / MISSES_NEEDED),
    begin: (id: string): void => {
      marks.delete(id);
      markOf(id);
    },
    /**
     * Counts a miss. `askedAt`: the monotonic time of the look-up. `leastMs`: the quarantine of this row if longer than usual.
     * Returns the number of counted `misses`, whether the row may be sent again (`over`), and the milliseconds until the next look-up.
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
