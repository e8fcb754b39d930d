import { printable } from '../../contract/printable.ts';
import { isoTimeText } from '../../contract/time-text.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { describeFailure } from '../headless/describe-failure.ts';

type Lines = string | readonly string[];

/**
 * The output of a verb. Results go to `out` and all other texts to `err`, so that the output with `--json` is valid JSON. Control
 * characters are printed as escapes, so that a file name with a line break or an escape sequence cannot imitate a line of Clearfolder.
 */
export interface Terminal {
  readonly json: boolean;
  /** Whether a person reads `out` on a terminal. If false, `out` may be a log, which must not contain names (I11). */
  readonly watched: boolean;
  out(lines: Lines): void;
  err(lines: Lines): void;
}

export interface StationContext {
  readonly terminal: Terminal;
  readonly choice: StationChoice;
}

export interface VerbContext extends StationContext {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
}

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

/** Formats a time as every text of the command line does; "never" for null. */
export function localTime(iso: string | null): string {
  return iso === null ? 'never' : isoTimeText(iso);
}

export function problemLines(
  problem: { readonly message: string; readonly next: string } | null,
  indent = '',
): string[] {
  return problem === null ? [] : [`${indent}${problem.message}`, `${indent}What to do: ${problem.next}`];
}

export function show(terminal: Terminal, value: unknown, lines: () => readonly string[]): void {
  if (terminal.json) showJson(terminal, value);
  else for (const line of lines()) terminal.out(line);
}

export function showJson(terminal: Terminal, value: unknown): void {
  // `out` would escape the line breaks between the lines of the JSON text, so the text is split into lines. Inside strings, JSON itself
  // escapes line breaks.
  terminal.out(JSON.stringify(value, null, 2).split('\n'));
}

/** Thrown if a person used a verb incorrectly. The exit code is then 2. */
export class UsageError extends Error {}

/** Prints a failure as text or JSON. Returns the exit code: 1 failed, 2 wrong usage. */
export function reportFailure(terminal: Terminal, error: unknown): 1 | 2 {
  const isUsage = error instanceof UsageError;
  const failure = isUsage
    ? { code: 'usage', message: error.message, next: 'For help: clearfolder --help' }
    : describeFailure(error, 'command-line');
  if (terminal.json) terminal.err(JSON.stringify({ error: failure }));
  else terminal.err(isUsage ? failure.message : problemLines(failure));
  return isUsage || failure.code === 'secrets.bad-choice' ? 2 : 1;
}
