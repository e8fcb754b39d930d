import { printable } from '../../contract/printable.ts';

/** One line, or several that are written at once. */
type Lines = string | readonly string[];

/**
 * Where a verb writes: results to `out`, everything else to `err`, so that `--json` output stays whole. Each text becomes exactly one
 * line, whatever is in it: a name that holds a line break, an escape sequence or a direction mark forges no row.
 */
export interface Terminal {
  readonly json: boolean;
  /** Whether a person reads `out` as it comes; else it may land in a log, which no name may (I11). */
  readonly watched: boolean;
  out(lines: Lines): void;
  err(lines: Lines): void;
}

/** A terminal that shows control characters instead of obeying them. */
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

/** A time as the people at this computer read it, with its zone; `never` where there is none. */
export function localTime(iso: string | null): string {
  return iso === null
    ? 'never'
    : new Date(iso).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'long' });
}

/** Writes one value as JSON, or the lines a person reads. In JSON the escapes mean the characters they stand for. */
export function show(terminal: Terminal, value: unknown, lines: () => readonly string[]): void {
  if (terminal.json) showJson(terminal, value);
  else for (const line of lines()) terminal.out(line);
}

/** Writes one value as JSON, at once. */
export function showJson(terminal: Terminal, value: unknown): void {
  // Within JSON a line break is an escape already, so these are the breaks between its lines.
  terminal.out(JSON.stringify(value, null, 2).split('\n'));
}
