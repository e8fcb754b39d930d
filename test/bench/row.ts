/** One timed run of one side of a row. */
export interface Sample {
  readonly side: string;
  readonly value: number;
}

/** What the goal asks of the figure, if the table of docs/architecture.md 15 names one. */
export type Goal =
  | { readonly kind: 'at-least'; readonly value: number }
  | { readonly kind: 'at-most'; readonly value: number }
  | { readonly kind: 'none' };

/** What one row came to. */
export interface Measured {
  /** What the figures of `sides` count, such as "s" or "MiB/s". */
  readonly unit: string;
  /** Every figure of every side, in the order taken; sides are interleaved. */
  readonly samples: readonly Sample[];
  /** The side that the others are measured against, where all are of one kind. */
  readonly against?: string;
  /** The figure the goal is about, out of the medians. */
  readonly figure: number;
  /** What that figure is, such as "of the loop's throughput". */
  readonly meaning: string;
  /** What else was seen that tells how far the figure may be trusted. */
  readonly remarks?: readonly string[];
}

/** How a row is to be run. */
export interface RunOptions {
  /** How often each side is run. */
  readonly rounds: number;
  /** Multiplies what history there is (files known, Tasks tracked), to see what bends upwards. */
  readonly times: number;
  /** How many folders are watched, over which all documents are spread; null: as many as the row says itself. */
  readonly folders: number | null;
  /** As little as shows that the row works: its figures mean nothing. */
  readonly small: boolean;
  readonly say: (line: string) => void;
}

/** One row of the table (docs/architecture.md 15, and what it forgets). */
export interface BenchRow {
  readonly name: string;
  readonly what: string;
  readonly goal: Goal;
  /** Why it cannot be measured here, or null. */
  cannotRun?(): Promise<string | null>;
  run(options: RunOptions): Promise<Measured>;
}

/** The middle one, or the mean of the two in the middle. @throws when there is none */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  if (low === undefined || high === undefined) throw new Error('nothing was measured');
  return (low + high) / 2;
}

/** The figures of one side. */
export const ofSide = (samples: readonly Sample[], side: string): number[] =>
  samples.filter((sample) => sample.side === side).map(({ value }) => value);
