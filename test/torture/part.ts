import { parseArgs } from 'node:util';
import { z } from 'zod';

/** What one part of the torture found: its figures, as they go into RESULTS.md. A promise that broke is thrown, with the seed that shows it. */
export type Figures = Readonly<Record<string, number | string>>;

/** One part of `npm run torture`: a search for a way to lose, double or leak something. */
export interface TorturePart {
  /** Its name on the command line and its heading in RESULTS.md. */
  readonly name: string;
  /** One sentence: what is done, and what must hold. */
  readonly what: string;
  /** The scales it takes, each with the size of the long form. */
  readonly scales: Readonly<Record<string, number>>;
  /** Does it; the same scale and seed make the same choices again. */
  run(options: {
    readonly scale: Readonly<Record<string, number>>;
    readonly seed: number;
    /** Tells how far it is, for whoever watches. */
    readonly say: (line: string) => void;
  }): Promise<Figures>;
}

const whole = z.coerce.number().int().min(0);

/**
 * Reads `PART... [--seed N] [--SCALE N]...`: which parts to run (none named: all), with which scales.
 *
 * @throws for a part or a scale that does not exist, and for what is not a whole number.
 */
export function readCommand(
  parts: readonly TorturePart[],
  args: readonly string[],
): { chosen: readonly TorturePart[]; seed: number | null; given: Readonly<Record<string, number>> } {
  const names = [...new Set(parts.flatMap(({ scales }) => Object.keys(scales)))];
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries(['seed', ...names].map((name) => [name, { type: 'string' as const }])),
  });
  const unknown = positionals.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined)
    throw new Error(`no part is called ${unknown}; there are: ${parts.map(({ name }) => name).join(', ')}`);
  const chosen = positionals.length === 0 ? parts : parts.filter(({ name }) => positionals.includes(name));
  const { seed, ...given } = z.record(z.string(), whole).parse({ ...values });
  const unused = Object.keys(given).find((name) => !chosen.some(({ scales }) => name in scales));
  if (unused !== undefined) throw new Error(`--${unused} means nothing to ${positionals.join(' and ')}`);
  return { chosen, seed: seed ?? null, given };
}

/** The scales of a part: the long form's, with what was given in their place. */
export function scaleOf(
  part: TorturePart,
  given: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(part.scales).map(([name, long]) => [name, given[name] ?? long]));
}
