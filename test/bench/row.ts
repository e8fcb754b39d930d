export interface Sample {
  readonly side: string;
  readonly value: number;
}

/** What docs/architecture.md 15 asks of the figure of a row. */
export interface Goal {
  readonly kind: 'at least' | 'at most';
  readonly value: number;
}

export interface Measured {
  /** What the samples count, such as "s". */
  readonly unit: string;
  readonly samples: readonly Sample[];
  /** The figure the goal is about. */
  readonly figure: number;
  /** What that figure is, such as "times as fast as the script". */
  readonly meaning: string;
  readonly remarks?: readonly string[];
}

export interface RunOptions {
  readonly rounds: number;
  /** As little as shows that the row works: its figures mean nothing. */
  readonly small: boolean;
  readonly say: (line: string) => void;
}

/** One row of the table in docs/architecture.md 15. */
export interface BenchRow {
  readonly name: string;
  readonly what: string;
  readonly goal: Goal;
  /** Why the row cannot be measured on this machine, or null. */
  cannotRun?(): string | null;
  run(options: RunOptions): Promise<Measured>;
}

/** The middle one, or the mean of the two in the middle. @throws when there is none */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new Error('nothing was measured');
  return (low + high) / 2;
}

export const ofSide = (samples: readonly Sample[], side: string): number[] =>
  samples.filter((sample) => sample.side === side).map(({ value }) => value);
