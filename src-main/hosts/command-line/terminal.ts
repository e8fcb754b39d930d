import { printable } from '../../contract/printable.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { describeFailure } from '../headless/describe-failure.ts';

/** One line, or several lines that are written at once. */
type Lines = string | readonly string[];

/**
 * Where a verb writes: results to `out`, everything else to `err`, so that `--json` output stays complete. Each text becomes exactly one
 * line: a name with a line break, an escape sequence or a direction mark forges no row.
 */
export interface Terminal {
  readonly json: boolean;
  /** Whether a person reads `out` on a terminal. Otherwise `out` may be a log, which must not hold names (I11). */
  readonly watched: boolean;
  out(lines: Lines): void;
  err(lines: Lines): void;
}

/** The output of a verb, and the station that the verb works on. */
export interface StationContext {
  readonly terminal: Terminal;
  readonly choice: StationChoice;
}

/** Everything that a verb may use besides its arguments. */
export interface VerbContext extends StationContext {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
}

/** A terminal that shows control characters as escapes. */
export function createTerminal(
  json: boolean,
  out: (text: string) => void,
  err: (text: string) => void,
  watched = false,
): Terminal {
  return {
    json,
    watched,
    out: (lines) => out(asText(lines)),
    err: (lines) => err(asText(lines)),
  };
}

const asText = (lines: Lines) =>
  [lines]
    .flat()
    .map((line) => `${printable(line)}\n`)
    .join('');

/** Formats a time in the zone of this computer, with the zone; `never` for null. */
export function localTime(iso: string | null): string {
  return iso === null
    ? 'never'
    : new Date(iso).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'long' });
}

/** The lines of a problem: what happened, and what to do; no line for null. */
export function problemLines(
  problem: { readonly message: string; readonly next: string } | null,
  indent = '',
): string[] {
  return problem === null ? [] : [`${indent}${problem.message}`, `${indent}What to do: ${problem.next}`];
}

/** Writes `value` as JSON, or the lines for a person. */
export function show(terminal: Terminal, value: unknown, lines: () => readonly string[]): void {
  if (terminal.json) showJson(terminal, value);
  else for (const line of lines()) terminal.out(line);
}

/** Writes `value` as JSON. */
export function showJson(terminal: Terminal, value: unknown): void {
  // JSON escapes the line breaks within its strings, so each real break separates two lines.
  terminal.out(JSON.stringify(value, null, 2).split('\n'));
}

/** Wrong usage of a verb: exit code 2. */
export class UsageError extends Error {}

/** Describes a failure in plain text or as JSON, and returns the exit code: 1 failed, 2 wrong usage. */
export function reportFailure(terminal: Terminal, error: unknown): 1 | 2 {
  const isUsage = error instanceof UsageError;
  const failure = isUsage
    ? { code: 'usage', message: error.message, next: 'For help: clearfolder --help' }
    : describeFailure(error, 'command-line');
  if (terminal.json) terminal.err(JSON.stringify({ error: failure }));
  else terminal.err(isUsage ? failure.message : problemLines(failure));
  return isUsage || failure.code === 'secrets.bad-choice' ? 2 : 1;
}
