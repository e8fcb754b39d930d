/** Converts two local days into bounds: `date_from` exclusive, `date_to` inclusive (docs/service.md 4.4). An empty day gives no bound. */
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

// Returns the last microsecond before `start`. The times of the service have microseconds, so the last millisecond would be too early.
function lastMomentBefore(start: Date): string {
  return new Date(start.getTime() - 1).toISOString().replace('Z', '999Z');
}
