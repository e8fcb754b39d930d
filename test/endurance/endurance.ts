import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setup } from '../support/build.ts';
import { faultsPart } from './faults/faults.ts';
import { hospitalPart } from './hospital/hospital.ts';
import { hostilePart } from './hostile/hostile.ts';
import { killsPart } from './kills/kills.ts';
import { leaksPart } from './leaks/leaks.ts';
import { modelPart } from './model/model.ts';
import { networkPart } from './network/network.ts';
import { type Counts, commandOf, type Part, readCommand, type Size, textOf } from './part.ts';
import { stationsPart } from './stations/stations.ts';
import { weekPart } from './week/week.ts';

const HEAD = `# The last run of each endurance part

\`npm run endurance\` replaces the row of the part that ran. See README.md for what each part does.

| part | day | size | seed | seconds | counted | outcome |
|---|---|---|---|---|---|---|
`;

interface Row {
  readonly part: string;
  readonly day: string;
  readonly size: string;
  readonly seed: string;
  readonly seconds: string;
  readonly counted: string;
  readonly outcome: string;
}

/** Replaces the row of that part, or adds the row; `order` lists the parts. */
function writeRow(path: string, row: Row, order: readonly string[]): void {
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

/* `npm run endurance`: runs the named parts one after the other, or all of them, and writes their rows into RESULTS.md. */

const PARTS: readonly Part[] = [
  modelPart,
  killsPart,
  faultsPart,
  stationsPart,
  hospitalPart,
  networkPart,
  hostilePart,
  weekPart,
  leaksPart,
];
const RESULTS = join(import.meta.dirname, 'RESULTS.md');
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const { parts, seed: given, only, sizeFor } = readCommand(PARTS, process.argv.slice(2));
const seed = given ?? Math.floor(Date.now() / 1000);
setup();
for (const part of parts) if (await runPart(part)) break;

/** Gives whether a signal ended the run early. */
async function runPart(part: Part): Promise<boolean> {
  const scale = sizeFor(part);
  const repeat = commandOf(part, { scale, seed });
  process.stdout.write(`${part.name}: ${part.does}\n  ${repeat}\n`);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  if (part.endsEarly === true) for (const signal of SIGNALS) process.once(signal, stop);
  const began = performance.now();
  const ended = await part.run({ scale, seed, only, say, stop: stopping.signal }).then(
    (counts: Counts) => ({
      holds: true,
      counts,
      outcome: stopping.signal.aborted ? 'held, ended early' : 'held',
    }),
    (error: unknown) => ({
      holds: false,
      counts: {},
      outcome: `broken: ${textOf(error)}\nrepeat: ${repeat}`,
    }),
  );
  for (const signal of SIGNALS) process.off(signal, stop);
  const seconds = Math.round((performance.now() - began) / 1000);
  const { holds, counts, outcome } = ended;
  say(`${outcome}, ${seconds} s, ${listOf(counts)}`);
  // A signal that ends child processes breaks a run, too: such a run proves nothing.
  if (!holds && stopping.signal.aborted) return true;
  if (!holds) process.exitCode = 1;
  const day = new Date().toISOString().slice(0, 10);
  const row = { part: part.name, day, size: sizesIn(scale), counted: listOf(counts), outcome };
  if (only === '') writeRow(RESULTS, { ...row, seed: `${seed}`, seconds: `${seconds}` }, partNames());
  return stopping.signal.aborted;
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

function partNames(): string[] {
  return PARTS.map(({ name }) => name);
}

function sizesIn(scale: Size): string {
  return listOf(
    Object.fromEntries(
      Object.entries(scale).map(([name, size]) => [name, size === Number.MAX_SAFE_INTEGER ? 'all' : size]),
    ),
  );
}

function listOf(counts: Counts): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');
}
