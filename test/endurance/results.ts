import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const HEAD = `# The last run of each endurance part

\`npm run endurance\` replaces the row of the part that ran. See README.md for what each part does.

| part | day | size | seed | seconds | counted | outcome |
|---|---|---|---|---|---|---|
`;

/** One row of the table: a run of a part. */
export interface Row {
  readonly part: string;
  readonly day: string;
  readonly size: string;
  readonly seed: string;
  readonly seconds: string;
  readonly counted: string;
  readonly outcome: string;
}

/** Replaces the row of that part, or adds the row; `order` lists the parts. */
export function writeRow(path: string, row: Row, order: readonly string[]): void {
  const { part, day, size, seed, seconds, counted, outcome } = row;
  const cells = [part, day, size, seed, seconds, counted, outcome];
  const line = `| ${cells.map((cell) => cell.replaceAll('|', '/').replaceAll(/\s*\n\s*/g, '; ')).join(' | ')} |`;
  const rows = rowsIn(path).set(part, line);
  const sorted = [...rows].toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  writeFileSync(path, `${HEAD}${sorted.map(([, text]) => text).join('\n')}\n`);
}

function rowsIn(path: string): Map<string, string> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const rows = text.matchAll(/^\| (?!part \|)([\w-]+) \|.*$/gm);
  return new Map([...rows].map(([line, part = '']) => [part, line]));
}
