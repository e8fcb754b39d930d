import { parseArgs } from 'node:util';
import { z } from 'zod';
import { seededRandom } from '../support/random.ts';

/** The size of a run: a number for each scale of the part. */
export type Size = Readonly<Record<string, number>>;

/** What a run counted, for its row in RESULTS.md. */
export type Counts = Readonly<Record<string, number | string>>;

interface Scale {
  readonly long: number;
  readonly short: number;
  /** The scale is the number of points drawn from a list by the seed; `--all-points` takes the whole list. */
  readonly sampled?: true;
}

export interface Run {
  readonly scale: Size;
  /** The same seed and scale make the same choices again. */
  readonly seed: number;
  /** Only sampled points whose name holds this text are run; '' runs all of the sample. */
  readonly only: string;
  readonly say: (line: string) => void;
  /** An aborted signal ends the run after the unit under way. */
  readonly stop: AbortSignal;
}

/** One endurance part: a search for a way to lose, double or leak something. */
export interface Part {
  readonly name: string;
  readonly does: string;
  readonly holds: string;
  readonly scales: Readonly<Record<string, Scale>>;
  /** Ctrl+C ends the run early with the counts so far; without this, Ctrl+C ends the program. */
  readonly endsEarly?: true;
  /** @throws when something does not hold; the message says what, and at which point */
  run(options: Run): Promise<Counts>;
}

/** The long or the short size of a part, with some scales replaced. */
export function sizeOf(part: Part, length: 'long' | 'short', given: Size = {}): Size {
  return Object.fromEntries(
    Object.entries(part.scales).map(([name, scale]) => [name, given[name] ?? scale[length]]),
  );
}

export function commandOf(part: Part, { scale, seed }: Pick<Run, 'scale' | 'seed'>): string {
  const sizes = Object.entries(scale).map(([name, size]) => `--${name} ${size}`);
  return ['npm run endurance --', part.name, `--seed ${seed}`, ...sizes].join(' ');
}

/**
 * The short form of a part for a test, with some scales replaced.
 *
 * @throws what does not hold, with the command that repeats the run
 */
export async function runShort(part: Part, seed: number, given: Size = {}): Promise<Counts> {
  const scale = sizeOf(part, 'short', given);
  const stop = new AbortController().signal;
  try {
    return await part.run({ scale, seed, only: '', say: () => undefined, stop });
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${what}\nrepeat: ${commandOf(part, { scale, seed })}`, { cause: error });
  }
}

/** `count` points in a random order, or all of them when there are fewer; `only` filters by name. */
export function sampleOf<T extends { readonly name: string }>(
  points: readonly T[],
  count: number,
  { seed, only }: Pick<Run, 'seed' | 'only'>,
): T[] {
  const random = seededRandom(seed);
  return points
    .map((point) => ({ point, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ point }) => point)
    .filter(({ name }) => name.includes(only));
}

/** An unforeseen error with its stack. */
export function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const whole = z.coerce.number().int().min(0);
const flagsSchema = z.object({
  seed: whole.nullable().default(null),
  only: z.string().default(''),
  short: z.boolean().default(false),
  'all-points': z.boolean().default(false),
});

export interface Command {
  readonly parts: readonly Part[];
  readonly seed: number | null;
  readonly only: string;
  sizeFor(part: Part): Size;
}

/**
 * Reads `[PART...] [--seed N] [--short] [--all-points] [--only TEXT] [--SCALE N]...`; without a name all parts run.
 *
 * @throws for an unknown part or scale, and for a size that is no whole number
 */
export function readCommand(known: readonly Part[], args: readonly string[]): Command {
  const scales = new Set(known.flatMap((part) => Object.keys(part.scales)));
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      only: { type: 'string' },
      short: { type: 'boolean' },
      'all-points': { type: 'boolean' },
      ...Object.fromEntries([...scales].map((name) => [name, { type: 'string' as const }])),
    },
  });
  const names = known.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`unknown part ${unknown}; the parts are ${names.join(', ')}`);
  const parts = positionals.length === 0 ? known : known.filter(({ name }) => positionals.includes(name));
  const flags = flagsSchema.parse(values);
  const given = z
    .record(z.string(), whole)
    .parse(Object.fromEntries(Object.entries(values).filter(([name]) => scales.has(name))));
  const unused = Object.keys(given).find((name) => !parts.some((part) => name in part.scales));
  if (unused !== undefined) throw new Error(`no chosen part has the scale --${unused}`);
  const sizeFor = (part: Part): Size => {
    const sampled = Object.entries(part.scales).filter(([, scale]) => scale.sampled === true);
    const all = flags['all-points'] ? sampled.map(([name]) => [name, Number.MAX_SAFE_INTEGER]) : [];
    return sizeOf(part, flags.short ? 'short' : 'long', { ...Object.fromEntries(all), ...given });
  };
  return { parts, seed: flags.seed, only: flags.only, sizeFor };
}
