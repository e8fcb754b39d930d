import { parseArgs } from 'node:util';
import { z } from 'zod';

/** What one part of the torture found: its figures, as they go into RESULTS.md. A promise that broke is thrown, with the seed that shows it. */
export type Figures = Readonly<Record<string, number | string>>;

type Scale = Readonly<Record<string, number>>;

interface About {
  /** Its name on the command line and its heading in RESULTS.md. */
  readonly name: string;
  /** One sentence: what is done, and what must hold. */
  readonly what: string;
  /** The scales it takes, each with the size of the long form. */
  readonly scales: Scale;
}

/** One part of `npm run torture`: a search for a way to lose, double or leak something. */
export interface TorturePart extends About {
  /** Does it; the same scale and seed make the same choices again. */
  run(options: {
    readonly scale: Scale;
    readonly seed: number;
    /** Tells how far it is, for whoever watches. */
    readonly say: (line: string) => void;
  }): Promise<Figures>;
}

/** A part whose long form is done in several sittings: each does some of its units, and RESULTS.md adds them up. */
export interface LongPart extends About {
  /** What its long form consists of, counted from 1 ('seeds'). Where a scale is called so, it says how many are done. */
  readonly unit: string;
  /** Does units from `first` on, in order; each makes the same choices again. A promise that breaks ends it, and is not thrown. */
  sit(options: {
    readonly scale: Scale;
    readonly first: number;
    /** Once it is aborted no further unit is begun. */
    readonly stop: AbortSignal;
    readonly say: (line: string) => void;
  }): Promise<Sitting>;
}

/** What one sitting found. */
export interface Sitting {
  /** Units done from `first` on, without a gap. */
  readonly done: number;
  /** How many units the long form has. */
  readonly of: number;
  /** What was counted; such that counts of several sittings can be added. */
  readonly counts: Readonly<Record<string, number>>;
  /** The promise that broke in the unit after those done, and what shows it; else null. */
  readonly broken: string | null;
}

export type AnyPart = TorturePart | LongPart;

/** Said on the command line of every part. */
const COMMON = ['seed', 'first', 'minutes', 'dirty'] as const;
const whole = z.coerce.number().int().min(0);
const commonSchema = z.object({
  seed: whole.nullable().default(null),
  first: whole.min(1).nullable().default(null),
  minutes: whole.min(1).nullable().default(null),
  /** Whether figures of a working tree with changes are kept. */
  dirty: whole.default(0),
});

/** What was asked for: parts, and how much of them. */
export interface Command extends z.infer<typeof commonSchema> {
  readonly chosen: readonly AnyPart[];
  readonly given: Scale;
}

/**
 * Reads `PART... [--seed N | --first N] [--minutes N] [--dirty 1] [--SCALE N]...`: which parts to run (none named: all), with which scales.
 *
 * @throws for a part or a scale that does not exist, and for what is not a whole number.
 */
export function readCommand(parts: readonly AnyPart[], args: readonly string[]): Command {
  const names = [...new Set(parts.flatMap(({ scales }) => Object.keys(scales)))];
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries([...COMMON, ...names].map((name) => [name, { type: 'string' as const }])),
  });
  const unknown = positionals.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined)
    throw new Error(`no part is called ${unknown}; there are: ${parts.map(({ name }) => name).join(', ')}`);
  const chosen = positionals.length === 0 ? parts : parts.filter(({ name }) => positionals.includes(name));
  const common = commonSchema.parse({ ...values });
  const given = z
    .record(z.string(), whole)
    .parse(Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))));
  const takes = (name: string) => (part: AnyPart) => {
    if (name === 'dirty') return true;
    if (name === 'seed') return 'run' in part;
    return COMMON.some((one) => one === name) ? 'sit' in part : name in part.scales;
  };
  const unused = Object.keys(values).find((name) => !chosen.some(takes(name)));
  if (unused !== undefined) throw new Error(`--${unused} means nothing to ${positionals.join(' and ')}`);
  return { ...common, chosen, given };
}

/** The scales of a part: the long form's, with what was given in their place. */
export function scaleOf(part: AnyPart, given: Scale): Scale {
  return Object.fromEntries(Object.entries(part.scales).map(([name, long]) => [name, given[name] ?? long]));
}
