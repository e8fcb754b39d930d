import { join } from 'node:path';
import { setup } from '../support/build.ts';
import { fullDiskPart } from './faults/full-disk.ts';
import { nthKeyPart, nthPart } from './faults/nth.ts';
import { nthDeskPart } from './faults/pairs.ts';
import { pointsDeskPart, pointsPart } from './faults/points.ts';
import { answersPart } from './hostile/answers/answers.ts';
import { filesPart } from './hostile/files/files.ts';
import { killsPart } from './kills/kills.ts';
import { canariesPart } from './leaks/canaries.ts';
import { modelPart } from './model/model.ts';
import { toxicsPart } from './network/toxics.ts';
import { type AnyPart, type LongPart, readCommand, scaleOf, type TorturePart } from './part.ts';
import { nextUnit, type PartRun, torturedNow, writeResult, writeSitting } from './results.ts';
import { twoStationsPart } from './stations/stations.ts';
import { weekPart } from './week/week.ts';

/* The long form: every part, or those that are named, one after the other. A broken promise is written down and fails the run. */

const PARTS: readonly AnyPart[] = [
  killsPart,
  twoStationsPart,
  modelPart,
  filesPart,
  weekPart,
  canariesPart,
  nthPart,
  nthKeyPart,
  nthDeskPart,
  pointsPart,
  pointsDeskPart,
  fullDiskPart,
  answersPart,
  toxicsPart,
];

const RESULTS = join(import.meta.dirname, 'RESULTS.md');

const { chosen, seed, first, minutes, dirty, given } = readCommand(PARTS, process.argv.slice(2));
const tortured = torturedNow(dirty > 0);
setup();
for (const part of chosen) {
  if (!('sit' in part)) await runOnce(part);
  else if ((await sit(part)) === 'stopped') break;
}

async function runOnce(part: TorturePart): Promise<void> {
  const run = { part, scale: scaleOf(part, given), seed: seed ?? Math.floor(Date.now() / 1000) };
  process.stdout.write(`${part.name}: ${part.what} (seed ${run.seed})\n`);
  const begun = performance.now();
  const outcome = await part.run({ ...run, say }).then(
    (figures): PartRun['outcome'] => ({ figures }),
    (error: unknown): PartRun['outcome'] => ({ broken: String(error) }),
  );
  writeResult(RESULTS, { ...run, seconds: secondsSince(begun), outcome }, tortured, new Date());
  tell(outcome, 'broken' in outcome);
}

/** One sitting: to the end of the long form or of its minutes, or until somebody stops it (Ctrl+C, SIGTERM). */
async function sit(part: LongPart): Promise<'done' | 'stopped'> {
  const from = first ?? nextUnit(RESULTS, part);
  const long = part.scales[part.unit];
  const left = long === undefined ? {} : { [part.unit]: long < from ? long : long - from + 1 };
  const scale = scaleOf(part, { ...left, ...given });
  process.stdout.write(`${part.name}: ${part.what} (from ${part.unit} ${from} on)\n`);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const limit = minutes === null ? null : setTimeout(stop, minutes * 60_000);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  const begun = performance.now();
  const sitting = await part.sit({ scale, first: from, stop: stopping.signal, say });
  if (limit !== null) clearTimeout(limit);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  const smaller = Object.entries(part.scales).some(
    ([name, size]) => name !== part.unit && scale[name] !== size,
  );
  if (smaller) say('not kept in RESULTS.md: its units are not those of the long form');
  else if (sitting.done > 0 || sitting.broken !== null)
    writeSitting(RESULTS, { part, first: from, sitting, seconds: secondsSince(begun) }, tortured, new Date());
  tell(sitting, sitting.broken !== null);
  return stopping.signal.aborted ? 'stopped' : 'done';
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

function tell(found: object, broken: boolean): void {
  say(JSON.stringify(found));
  if (tortured.notKept !== null) say(`not kept: ${tortured.notKept}`);
  if (broken) process.exitCode = 1;
}

function secondsSince(begun: number): number {
  return Math.round((performance.now() - begun) / 1000);
}
