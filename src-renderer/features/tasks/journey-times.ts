import type { TaskRowView } from '../../../src-main/contract/views/task.ts';

/** Places the Tasks of a journey on a time axis. `stretches` has the start and length of each Task, as fractions (0 to 1) of the axis. */
export function journeyTimes(tasks: readonly Pick<TaskRowView, 'created' | 'latest_status_change'>[]) {
  const times = tasks.map((task) => {
    const start = Date.parse(task.created);
    return { start, end: Math.max(start, Date.parse(task.latest_status_change)) };
  });
  const from = Math.min(...times.map(({ start }) => start));
  const to = Math.max(...times.map(({ end }) => end));
  const whole = Math.max(1, to - from);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    stretches: times.map(({ start, end }) => ({
      start: (start - from) / whole,
      length: (end - start) / whole,
    })),
  };
}
