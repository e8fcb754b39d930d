/**
 * The window of time from one day to another as this machine counts days, both whole; an empty day is no bound. The lower bound of
 * a window is exclusive and the upper bound inclusive (docs/service.md 4.4).
 */
export function windowOfDays(from: string, to: string): { date_from: string | null; date_to: string | null } {
  return {
    date_from: from === '' ? null : lastMomentBefore(startOf(from)),
    date_to: to === '' ? null : lastMomentBefore(startOf(to, 1)),
  };
}

function startOf(day: string, later = 0): Date {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start;
}

/** The service is no finer than microseconds. */
function lastMomentBefore(start: Date): string {
  return new Date(start.getTime() - 1).toISOString().replace('Z', '999Z');
}
