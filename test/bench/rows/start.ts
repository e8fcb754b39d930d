import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findTool } from '../../support/find-tool.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { byTurns } from '../by-turns.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { benchService } from '../service/bench-service.ts';
import { benchStation, type LogLine } from '../station/bench-station.ts';
import { type History, makeHistory } from '../station/history.ts';
import { cannotLook, cpuSeconds } from '../station/process-figures.ts';

const FILES = 100_000;
const OURS = 'clearfolder';
const YARDSTICK = 'find';

interface Start {
  /** Until the first walk has found nothing to do, and until folders are watched and were looked through after that. */
  readonly walked: number;
  readonly atRest: number;
  readonly cpuWalked: number;
  readonly cpuAtRest: number;
}

async function start(history: History): Promise<Start> {
  await using service = await benchService();
  await using station = await benchStation({ service, folders: history.folders, begin: history.template });
  await using run = station.start();
  const walks = await until(() => firstWalks(run.log(), history), {
    timeoutMs: 600_000,
    everyMs: 5,
    what: 'the first walk of every folder',
  });
  const cpuWalked = cpuSeconds(run.pid);
  const sum = (field: string) => walks.reduce((total, { fields }) => total + Number(fields[field]), 0);
  if (sum('files') !== history.files || sum('changed') !== 0)
    throw new Error(
      `the walks were to find ${history.files} known files: ${JSON.stringify(walks.map(({ fields }) => fields))}`,
    );
  await run.rest();
  const last = run.log().findLast(({ event }) => event === 'folder.scanned' || event === 'folder.watching');
  const cpuAtRest = cpuSeconds(run.pid);
  const since = (at: number) => (at - run.startedAt) / 1000;
  return {
    walked: since(Math.max(...walks.map(({ at }) => at))),
    atRest: since(last?.at ?? 0),
    cpuWalked,
    cpuAtRest,
  };
}

/** How the first walk of each folder ended, or null while one has not. */
function firstWalks(log: readonly LogLine[], { folders }: History): LogLine[] | null {
  const walks = folders.flatMap(
    ({ id }) => log.find(({ event, fields }) => event === 'folder.scanned' && fields['folder'] === id) ?? [],
  );
  return walks.length === folders.length ? walks : null;
}

async function ended(program: string, args: readonly string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(program, args, { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return (performance.now() - begun) / 1000;
}

const find = (roots: readonly string[]) =>
  ended('find', [...roots, '-printf', String.raw`%p\t%s\t%T@\t%i\n`]);
const NODE_WALK = join(import.meta.dirname, '..', 'yardsticks', 'node-walk.ts');
const nodeWalk = (...args: readonly string[]) => ended(process.execPath, [NODE_WALK, ...args]);

export const startRow: BenchRow = {
  name: 'start',
  what: 'start with 100,000 known files, process start to the end of the first walk, against find -printf',
  goal: { kind: 'at-most', value: 2 },
  cannotRun: async () => cannotLook() ?? (findTool('find') === null ? 'find not installed' : null),
  run: async (options) => {
    await using history = await makeHistory({
      files: options.small ? 40 : Math.round(FILES * options.times),
      folders: options.folders ?? 1,
    });
    const roots = history.folders.map(({ path }) => path);
    await using dir = await tempDir('known-files');
    const table = dir.at('known.db');
    await nodeWalk(...roots, '--keep', table);
    const more: Sample[] = [];
    const samples = await byTurns(
      [
        {
          side: OURS,
          run: async () => {
            const { walked, atRest, cpuWalked, cpuAtRest } = await start(history);
            more.push({ side: `${OURS}, processor time until then`, value: cpuWalked });
            more.push({
              side: `${OURS}, until folders are watched and were looked through again`,
              value: atRest,
            });
            more.push({ side: `${OURS}, processor time until then too`, value: cpuAtRest });
            return walked;
          },
        },
        { side: YARDSTICK, run: () => find(roots) },
        {
          side: 'a bare Node program that looks at each file',
          run: () => nodeWalk(...roots),
        },
        {
          side: 'the same, which finds each in an encrypted table',
          run: () => nodeWalk(...roots, '--known', table),
        },
      ],
      's',
      options,
    );
    return {
      unit: 's',
      samples: [...samples, ...more],
      figure: median(ofSide(samples, OURS)) / median(ofSide(samples, YARDSTICK)),
      meaning: 'times the time of find',
      remarks: [
        'a start after an engine that ended by itself, within a day: others read the whole ledger first',
        `${history.told}; the ledger was filled through its own functions (an accepted submission and a completed Task for each), and is copied for each run`,
      ],
    };
  },
};
