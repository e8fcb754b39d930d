import { findTool } from '../../support/find-tool.ts';
import { byTurns } from '../by-turns.ts';
import { type BenchRow, type Goal, type Measured, median, ofSide, type RunOptions } from '../row.ts';
import { makeHistory } from '../station/history.ts';
import { byClearfolder, byRclone, byUndiciLoop, byWatchAndCurl, type Load } from './send-folder.ts';

const SMALL: Load = { files: 2000, bytes: 64 * 1024 };
const LARGE: Load = { files: 40, bytes: 20 * 1024 * 1024 };
const TINY: Load = { files: 12, bytes: 16 * 1024 };
const OURS = 'clearfolder';
const SCRIPT_TOOLS = ['inotifywait', 'curl'];
/** Documents that were sent before, times `--times`. */
const HISTORY = 10_000;

interface Side {
  readonly side: string;
  readonly run: (load: Load) => Promise<number>;
}

interface Race {
  readonly name: string;
  readonly what: string;
  readonly goal: Goal;
  readonly load: Load;
  readonly yardstick: Side;
  /** Who runs against it, if not the program. */
  readonly runner?: Side;
  readonly tools?: readonly string[];
  readonly remarks?: readonly string[];
}

const LOOP: Side = { side: 'loop', run: (load) => byUndiciLoop(load) };
const DURABLE_LOOP: Side = { side: 'durable loop', run: (load) => byUndiciLoop(load, true) };
const SCRIPT: Side = { side: 'script', run: byWatchAndCurl };

function race({ name, what, goal, load: full, yardstick, runner, tools = [], remarks = [] }: Race): BenchRow {
  return {
    name,
    what,
    goal,
    cannotRun: async () => {
      const missing = tools.filter((tool) => findTool(tool) === null);
      return missing.length === 0 ? null : `${missing.join(' and ')} not installed`;
    },
    run: async (options) => {
      const load = options.small ? TINY : full;
      if (runner !== undefined) return await between(runner, yardstick, load, options, remarks);
      const known = options.small ? 20 : Math.round(HISTORY * options.times);
      await using history = await makeHistory({ files: known });
      const ours: Side = { side: OURS, run: (some) => byClearfolder(some, history) };
      return await between(ours, yardstick, load, options, [
        `${known} documents were sent before: files known, Tasks in the ledger`,
        ...remarks,
      ]);
    },
  };
}

async function between(
  runner: Side,
  yardstick: Side,
  load: Load,
  options: RunOptions,
  remarks: readonly string[],
): Promise<Measured> {
  const sides = [runner, yardstick].map(({ side, run }) => ({ side, run: () => run(load) }));
  const samples = await byTurns(sides, 's', options);
  const figure = median(ofSide(samples, yardstick.side)) / median(ofSide(samples, runner.side));
  return { unit: 's', samples, figure, meaning: `times as fast as the ${yardstick.side}`, remarks };
}

export const sendRows: readonly BenchRow[] = [
  race({
    name: 'send-small',
    what: '2,000 files of 64 KiB, folder to last Task created, against a bare undici loop',
    goal: { kind: 'at-least', value: 0.9 },
    load: SMALL,
    yardstick: LOOP,
  }),
  race({
    name: 'send-floor',
    what: '2,000 files of 64 KiB against a loop that keeps a copy, an intent and an outcome of each',
    goal: { kind: 'none' },
    load: SMALL,
    yardstick: DURABLE_LOOP,
    remarks: ['what I2 and I3 cost at the least on this disk: compare it with the bare loop of send-small'],
  }),
  race({
    name: 'send-large',
    what: '40 files of 20 MiB, folder to last Task created, against a bare undici loop',
    goal: { kind: 'at-least', value: 0.9 },
    load: LARGE,
    yardstick: LOOP,
  }),
  race({
    name: 'send-large-floor',
    what: '40 files of 20 MiB against a loop that keeps a copy, an intent and an outcome of each',
    goal: { kind: 'none' },
    load: LARGE,
    yardstick: DURABLE_LOOP,
    remarks: ['what I2 and I3 cost at the least on this disk: compare it with the bare loop of send-large'],
  }),
  race({
    name: 'send-script',
    what: '2,000 files of 64 KiB against inotifywait piped to curl',
    goal: { kind: 'at-least', value: 5 },
    load: SMALL,
    yardstick: SCRIPT,
    tools: SCRIPT_TOOLS,
  }),
  race({
    name: 'send-script-floor',
    what: 'the loop that keeps a copy, an intent and an outcome of each against inotifywait piped to curl',
    goal: { kind: 'none' },
    load: SMALL,
    runner: DURABLE_LOOP,
    yardstick: SCRIPT,
    tools: SCRIPT_TOOLS,
    remarks: ['what send-script could reach at the most on this disk'],
  }),
  race({
    name: 'send-rclone',
    what: '2,000 files of 64 KiB against rclone copy to a WebDAV sink',
    goal: { kind: 'none' },
    load: SMALL,
    yardstick: { side: 'rclone', run: byRclone },
    tools: ['rclone'],
    remarks: [
      'rclone cannot post forms or watch: it copies files that lie there, one PUT and one PROPFIND each, to a sink in the same service process',
    ],
  }),
];
