interface Dated {
  readonly created: string;
  readonly latest_status_change: string;
}

/** The start and the length of a Task, as fractions (0 to 1) of the journey. */
interface Stretch {
  readonly start: number;
  readonly length: number;
}

interface JourneyTimes {
  readonly from: string;
  readonly to: string;
  readonly stretches: readonly Stretch[];
}

/** Places Tasks on a time axis. The axis begins with the first creation and ends with the last status change. */
export function journeyTimes(tasks: readonly Dated[]): JourneyTimes {
  const starts = tasks.map((task) => Date.parse(task.created));
  const ends = tasks.map((task, index) =>
    Math.max(Date.parse(task.latest_status_change), starts[index] ?? Number.NEGATIVE_INFINITY),
  );
  const from = Math.min(...starts);
  const to = Math.max(...ends);
  const whole = Math.max(1, to - from);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    stretches: tasks.map((_, index) => {
      const start = starts[index] ?? from;
      return { start: (start - from) / whole, length: ((ends[index] ?? start) - start) / whole };
    }),
  };
}
