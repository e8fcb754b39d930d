import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { Figures, LongPart, Sitting, TorturePart } from './part.ts';
import { addRow, firstMissing, type Row, readRows, tableOf } from './sittings.ts';

const HEAD = `# What the torture found

Written by \`npm run torture\`, one section a part, each replaced when that part is run again; parts whose long form takes several
sittings keep a row for each. A part that breaks a promise ends with the seed that shows it, and writes "broken" in place of its figures.
`;

/** One run of one part. */
export interface PartRun {
  readonly part: TorturePart;
  readonly scale: Readonly<Record<string, number>>;
  readonly seed: number;
  readonly seconds: number;
  readonly outcome: { readonly figures: Figures } | { readonly broken: string };
}

/** One sitting at a long part. */
export interface PartSitting {
  readonly part: LongPart;
  readonly first: number;
  readonly sitting: Sitting;
  readonly seconds: number;
}

/** Which program was tortured. */
export interface Tortured {
  readonly commit: string;
  /** Why its figures are not kept, or null: those of a program that no commit has can be had by nobody again. */
  readonly notKept: string | null;
}

/**
 * The program in the working tree of `cwd`; one with changes is kept only where that is asked for. To be asked before the
 * run: whoever works goes on committing during it.
 */
export function torturedNow(keepChanged: boolean, cwd = process.cwd()): Tortured {
  const git = (...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
  // What earlier parts of the same run wrote here is no change of the program.
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':/', ':(exclude)*RESULTS.md');
  const commit = git('describe', '--always');
  if (changed === '') return { commit, notKept: null };
  const notKept = keepChanged ? null : 'the working tree has changes (--dirty 1 keeps it all the same)';
  return { commit: `${commit}-dirty`, notKept };
}

/** Puts a run's section into the results file, in place of that part's earlier one. */
export function writeResult(path: string, run: PartRun, { commit, notKept }: Tortured, now: Date): void {
  if (notKept === null) writeSection(path, run.part.name, sectionFor(run, commit, now));
}

/** Adds a sitting to its part's section. */
export function writeSitting(
  path: string,
  { part, first, sitting, seconds }: PartSitting,
  { commit, notKept }: Tortured,
  now: Date,
): void {
  if (notKept !== null) return;
  const { done, of, counts, broken } = sitting;
  const day = now.toISOString().slice(0, 10);
  const row: Row = {
    first,
    last: first + done - 1,
    day,
    commit,
    seconds,
    counts,
    broken: broken === null ? null : `**broken** at ${first + done}: ${broken}`,
  };
  const rows = addRow(rowsOf(path, part), row);
  const text = [part.what, '', tableOf(rows, part.unit, of), '', `Last on ${machine()}.`].join('\n');
  writeSection(path, part.name, text);
}

/** The unit at which a next sitting goes on: the first one that was not done. */
export function nextUnit(path: string, part: LongPart): number {
  return firstMissing(rowsOf(path, part));
}

function rowsOf(path: string, { name, unit }: LongPart): Row[] {
  return readRows(sectionsOf(path).get(name) ?? '', unit);
}

function writeSection(path: string, part: string, text: string): void {
  const sections = sectionsOf(path).set(part, text);
  const inOrder = [...sections].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path, [HEAD, ...inOrder.map(([name, section]) => `## ${name}\n\n${section}\n`)].join('\n'));
}

function sectionsOf(path: string): Map<string, string> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n');
        return [section.slice(0, end).trim(), section.slice(end).trim()];
      }),
  );
}

function sectionFor({ part, scale, seed, seconds, outcome }: PartRun, commit: string, now: Date): string {
  const given = Object.entries(scale).map(([name, size]) => `--${name} ${size}`);
  const lines = [
    part.what,
    '',
    `\`npm run torture -- ${[part.name, ...given, `--seed ${seed}`].join(' ')}\` at ${commit}, ${now.toISOString().slice(0, 10)}, ${seconds} s on ${machine()}.`,
    '',
  ];
  if ('broken' in outcome) return [...lines, `**Broken**: ${outcome.broken}`].join('\n');
  const rows = Object.entries(outcome.figures).map(([what, figure]) => `| ${what} | ${figure} |`);
  return [...lines, '| | |', '|---|---|', ...rows].join('\n');
}

function machine(): string {
  return `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}
