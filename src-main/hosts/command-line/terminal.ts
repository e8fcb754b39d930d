/** Where a verb writes: results to `out`, everything else to `err`, so that `--json` output stays whole. */
export interface Terminal {
  readonly json: boolean;
  out(line: string): void;
  err(line: string): void;
}

/** Writes one value as JSON, or the lines a person reads. */
export function show(terminal: Terminal, value: unknown, lines: () => readonly string[]): void {
  if (terminal.json) terminal.out(JSON.stringify(value, null, 2));
  else for (const line of lines()) terminal.out(line);
}

/** Rows in columns, for people. Control characters in names are shown, not obeyed. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const clean = rows.map((row) => row.map(printable));
  const widths = (clean[0] ?? []).map((_, column) =>
    Math.min(60, Math.max(...clean.map((row) => (row[column] ?? '').length))),
  );
  return clean.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Text from outside as it may go to a terminal: escape sequences and direction marks would change what is seen. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
