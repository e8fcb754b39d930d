/** Where a verb writes: results to `out`, everything else to `err`, so that `--json` output stays whole. */
export interface Terminal {
  readonly json: boolean;
  /** Whether a person reads `out` as it comes; else it may land in a log, which no name may (I11). */
  readonly watched: boolean;
  out(line: string): void;
  err(line: string): void;
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
    out: (text) => out(`${harmless(text)}\n`),
    err: (text) => err(`${harmless(text)}\n`),
  };
}

/** Several lines at once as they may go to a terminal. In JSON the escapes mean the characters they stand for. */
export function harmless(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** A time as the people at this computer read it, with its zone; `never` where there is none. */
export function localTime(iso: string | null): string {
  return iso === null
    ? 'never'
    : new Date(iso).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'long' });
}

/** Writes one value as JSON, or the lines a person reads. */
export function show(terminal: Terminal, value: unknown, lines: () => readonly string[]): void {
  if (terminal.json) terminal.out(JSON.stringify(value, null, 2));
  else for (const line of lines()) terminal.out(line);
}

/** Text from outside as it may go to a terminal: escape sequences and direction marks would change what is seen. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    // One escape for each half of a pair, as JSON has them.
    (character) =>
      Array.from(
        { length: character.length },
        (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
      ).join(''),
  );
}
