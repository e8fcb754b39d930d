/* A day is a date in the time zone of this computer, written as `2026-01-31`. */

/** Returns the start of the local day that is `later` days after `day`; of `day` itself by default. */
export function startOfDay(day: string, later = 0): Date {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start;
}

/** Returns the local day that contains the time `at`. */
export function dayOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/**
 * Converts the first and the last local day of a period into bounds: `date_from` is exclusive, and `date_to` is inclusive (docs/service.md
 * 4.4). An empty text results in a null bound.
 */
export function windowOfDays(from: string, to: string): { date_from: string | null; date_to: string | null } {
  return {
    date_from: from === '' ? null : lastMomentBefore(startOfDay(from)),
    date_to: to === '' ? null : lastMomentBefore(startOfDay(to, 1)),
  };
}

// Returns the last microsecond before `start`. The service counts times in microseconds, so a bound at the last millisecond would exclude
// the microseconds after that millisecond.
function lastMomentBefore(start: Date): string {
  return new Date(start.getTime() - 1).toISOString().replace('Z', '999Z');
}
