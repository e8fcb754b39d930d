/* Days are days of this machine, written as `2026-01-31`. */

/** Returns the first moment of a local day, or of the day `later` days after it. */
export function startOfDay(day: string, later = 0): Date {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start;
}

/** Returns the local day of a moment. */
export function dayOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/**
 * Converts two local days (`YYYY-MM-DD`, both included) into the bounds of a query. `date_from` is exclusive, and `date_to` is inclusive
 * (docs/service.md 4.4). For an empty day there is no bound.
 */
export function windowOfDays(from: string, to: string): { date_from: string | null; date_to: string | null } {
  return {
    date_from: from === '' ? null : lastMomentBefore(startOfDay(from)),
    date_to: to === '' ? null : lastMomentBefore(startOfDay(to, 1)),
  };
}

// Returns the last microsecond before `start`. The times of the service have microseconds, so the last millisecond before `start` would be
// too early.
function lastMomentBefore(start: Date): string {
  return new Date(start.getTime() - 1).toISOString().replace('Z', '999Z');
}
