import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { Figures, TorturePart } from './part.ts';

const HEAD = `# What the torture found

Written by \`npm run torture\`, one section a part, each replaced when that part is run again. A part that breaks a promise
ends with the seed that shows it, and writes "broken" in place of its figures.
`;

/** One run of one part. */
export interface PartRun {
  readonly part: TorturePart;
  readonly scale: Readonly<Record<string, number>>;
  readonly seed: number;
  readonly seconds: number;
  readonly outcome: { readonly figures: Figures } | { readonly broken: string };
}

/** Puts a run's section into the results file, in place of that part's earlier one. */
export function writeResult(path: string, run: PartRun, now: Date): void {
  const sections = new Map(existsSync(path) ? sectionsOf(readFileSync(path, 'utf8')) : []);
  sections.set(run.part.name, sectionFor(run, now));
  const inOrder = [...sections].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path, [HEAD, ...inOrder.map(([name, text]) => `## ${name}\n\n${text}\n`)].join('\n'));
}

function sectionsOf(text: string): [string, string][] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end).trim()];
    });
}

function sectionFor({ part, scale, seed, seconds, outcome }: PartRun, now: Date): string {
  const given = Object.entries(scale).map(([name, size]) => `--${name} ${size}`);
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const lines = [
    part.what,
    '',
    `\`npm run torture -- ${[part.name, ...given, `--seed ${seed}`].join(' ')}\` at ${commit}, ${now.toISOString().slice(0, 10)}, ${seconds} s on ${machine}.`,
    '',
  ];
  if ('broken' in outcome) return [...lines, `**Broken**: ${outcome.broken}`].join('\n');
  const rows = Object.entries(outcome.figures).map(([what, figure]) => `| ${what} | ${figure} |`);
  return [...lines, '| | |', '|---|---|', ...rows].join('\n');
}
