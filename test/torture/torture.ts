import { join } from 'node:path';
import { setup } from '../support/build.ts';
import { answersPart } from './answers/answers.ts';
import { canariesPart } from './canaries/canaries.ts';
import { filesPart } from './files/files.ts';
import { killsPart } from './kills.ts';
import { modelPart } from './model/model.ts';
import { readCommand, scaleOf, type TorturePart } from './part.ts';
import { type PartRun, writeResult } from './results.ts';
import { nthPart } from './strike/nth.ts';
import { pointsPart } from './strike/points.ts';
import { toxicsPart } from './toxics/toxics.ts';
import { twoStationsPart } from './two-stations.ts';
import { weekPart } from './week/week.ts';

/* The long form: every part, or those that are named, one after the other. A broken promise is written down and fails the run. */

const PARTS: readonly TorturePart[] = [
  killsPart,
  twoStationsPart,
  modelPart,
  filesPart,
  weekPart,
  canariesPart,
  nthPart,
  pointsPart,
  answersPart,
  toxicsPart,
];

setup();
const { chosen, seed, given } = readCommand(PARTS, process.argv.slice(2));
for (const part of chosen) {
  const scale = scaleOf(part, given);
  const run = { part, scale, seed: seed ?? Math.floor(Date.now() / 1000) };
  process.stdout.write(`${part.name}: ${part.what} (seed ${run.seed})\n`);
  const begun = performance.now();
  const outcome = await part
    .run({ scale, seed: run.seed, say: (line) => process.stdout.write(`  ${line}\n`) })
    .then(
      (figures): PartRun['outcome'] => ({ figures }),
      (error: unknown): PartRun['outcome'] => ({ broken: String(error) }),
    );
  const seconds = Math.round((performance.now() - begun) / 1000);
  writeResult(join(import.meta.dirname, 'RESULTS.md'), { ...run, seconds, outcome }, new Date());
  process.stdout.write(`  ${JSON.stringify(outcome)}\n`);
  if ('broken' in outcome) process.exitCode = 1;
}
