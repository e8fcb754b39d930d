import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { benchService } from '../bench-service.ts';
import { byTurns } from '../by-turns.ts';
import { type BenchRow, median, ofSide } from '../row.ts';
import { benchStation } from '../station/bench-station.ts';
import { type History, makeHistory } from '../station/history.ts';

const FILES = 100_000;
const OURS = 'clearfolder';
const YARDSTICK = 'a bare Node program';
const WALK = join(import.meta.dirname, '..', 'yardsticks', 'known-walk.ts');

/** Seconds from the start of the process to the end of the first walk, which must find every file known. */
async function start(history: History): Promise<number> {
  await using service = await benchService();
  await using station = await benchStation({ service, folders: history.folders, begin: history.template });
  await using run = station.start();
  const walk = await until(() => run.log().find(({ event }) => event === 'folder.scanned') ?? null, {
    timeoutMs: 600_000,
    everyMs: 5,
    what: 'the first walk',
  });
  if (walk.fields['files'] !== history.files || walk.fields['changed'] !== 0)
    throw new Error(`the walk was to find ${history.files} known files: ${JSON.stringify(walk.fields)}`);
  return (walk.at - run.startedAt) / 1000;
}

/** Seconds that the bare program takes. */
async function bare(...args: readonly string[]): Promise<number> {
  const begun = performance.now();
  const [code] = await once(spawn(process.execPath, [WALK, ...args], { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`the bare program ended with ${code}`);
  return (performance.now() - begun) / 1000;
}

export const startRow: BenchRow = {
  name: 'start',
  what: 'start with 100,000 known files to the end of the first walk, against a bare Node program that finds each in an encrypted table',
  goal: { kind: 'at most', value: 1.2 },
  run: async (options) => {
    await using history = await makeHistory({ files: options.small ? 40 : FILES });
    await using dir = await tempDir('known-files');
    const table = dir.at('known.db');
    const roots = history.folders.map(({ path }) => path);
    await bare('keep', table, ...roots);
    const sides = [
      { side: OURS, run: () => start(history) },
      { side: YARDSTICK, run: () => bare('find', table, ...roots) },
    ];
    const samples = await byTurns(sides, 's', options);
    return {
      unit: 's',
      samples,
      figure: median(ofSide(samples, OURS)) / median(ofSide(samples, YARDSTICK)),
      meaning: 'times the time of the bare program',
      remarks: [
        'a start within a day after an engine that ended by itself: other starts read the whole ledger first',
      ],
    };
  },
};
