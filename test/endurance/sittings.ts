import { z } from 'zod';

/** One sitting of a long part, as a row of its section in RESULTS.md. */
export interface Row {
  /** Its units, both counted; `last` is less than `first` where the first one broke. */
  readonly first: number;
  readonly last: number;
  readonly day: string;
  readonly commit: string;
  readonly seconds: number;
  readonly counts: Readonly<Record<string, number>>;
  /** What broke in unit `last` + 1, or null. */
  readonly broken: string | null;
}

const HELD = 'held';
const FIXED = ['day', 'commit', 'seconds'] as const;
const cellsSchema = z.object({
  day: z.string(),
  commit: z.string(),
  seconds: z.coerce.number(),
  outcome: z.string(),
});

/** The rows that a section has; none where it was never run in sittings. */
export function readRows(section: string, unit: string): Row[] {
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  if (head[0] !== unit || head.at(-1) !== 'outcome') return [];
  const names = head.slice(1 + FIXED.length, -1);
  return rows.flatMap((cells) => {
    const range = rangeIn(cells[0] ?? '');
    if (range === null) return [];
    const byName = Object.fromEntries(head.map((name, index) => [name, cells[index] ?? '']));
    const { outcome, ...rest } = cellsSchema.parse(byName);
    const counts = Object.fromEntries(names.map((name) => [name, Number(byName[name])]));
    return [{ ...rest, ...range, counts, broken: outcome === HELD ? null : outcome }];
  });
}

function rangeIn(cell: string): { first: number; last: number } | null {
  const [, first, last] = /^(\d+) to (\d+)$/.exec(cell) ?? /^none from (\d+)$/.exec(cell) ?? [];
  if (first === undefined) return null;
  return { first: Number(first), last: last === undefined ? Number(first) - 1 : Number(last) };
}

/** Adds a sitting. What it did again takes the place of what was done before, and what was broken and held now is mended. */
export function addRow(rows: readonly Row[], added: Row): Row[] {
  const doneAgain = (unit: number) => unit >= added.first && unit <= added.last;
  const kept = rows
    .map((row) => (row.broken !== null && doneAgain(row.last + 1) ? { ...row, broken: null } : row))
    .filter(({ first, last, broken }) => {
      const nothing = last < first && (broken === null || last + 1 === added.first);
      const all = last >= first && doneAgain(first) && doneAgain(last);
      return !nothing && !(all && broken === null);
    });
  return [...kept, added].sort((a, b) => a.first - b.first || a.last - b.last);
}

/** How many units were done, whatever was done twice. */
export function unitsDone(rows: readonly Row[]): number {
  const done = new Set<number>();
  for (const { first, last } of rows) for (let unit = first; unit <= last; unit += 1) done.add(unit);
  return done.size;
}

/** The first unit that was not done. */
export function firstMissing(rows: readonly Row[]): number {
  let next = 1;
  for (;;) {
    const covering = rows.find(({ first, last }) => first <= next && last >= next);
    if (covering === undefined) return next;
    next = covering.last + 1;
  }
}

/** The section: how much of the long form is done, in words, and the sittings with their sum. */
export function tableOf(rows: readonly Row[], unit: string, of: number): string {
  const names = [...new Set(rows.flatMap(({ counts }) => Object.keys(counts)))];
  const done = unitsDone(rows);
  const broken = rows.filter((row) => row.broken !== null).length;
  const share = of === 0 ? 0 : Math.min(100, Math.floor((done / of) * 1000) / 10);
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return [
    `**${done} of ${of} ${unit} of the long form are done** (${share} %), ${broken === 0 ? 'and every one held' : `${broken} more broke`}.${
      firstMissing(rows) > of ? '' : ` A next sitting goes on with ${firstMissing(rows)}.`
    }`,
    '',
    line([unit, ...FIXED, ...names, 'outcome']),
    `|${'---|'.repeat(names.length + FIXED.length + 2)}`,
    ...rows.map(({ first, last, day, commit, seconds, counts, broken: what }) =>
      line([
        last < first ? `none from ${first}` : `${first} to ${last}`,
        day,
        commit,
        seconds,
        ...names.map((name) => counts[name] ?? 0),
        what === null ? HELD : inCell(what),
      ]),
    ),
    line([
      `**${done} of ${of}**`,
      '',
      '',
      sum(({ seconds }) => seconds),
      ...names.map((name) => sum(({ counts }) => counts[name] ?? 0)),
      '',
    ]),
  ].join('\n');
}

function inCell(text: string): string {
  return text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll(/\s*\n\s*/g, '<br>');
}
