import { findTool } from '../../support/find-tool.ts';
import { byTurns } from '../by-turns.ts';
import { type BenchRow, type Goal, median, ofSide } from '../row.ts';
import { makeHistory } from '../station/history.ts';
import { byClearfolder, byRclone, byUndiciLoop, byWatchAndCurl, type Load } from './send-folder.ts';

const SMALL: Load = { files: 2000, bytes: 64 * 1024 };
const LARGE: Load = { files: 40, bytes: 20 * 1024 * 1024 };
const TINY: Load = { files: 12, bytes: 16 * 1024 };
const OURS = 'clearfolder';
/** Documents that were sent before, times `--times`. */
const HISTORY = 10_000;

interface Race {
  readonly name: string;
  readonly what: string;
  readonly goal: Goal;
  readonly load: Load;
  readonly side: string;
  readonly yardstick: (load: Load) => Promise<number>;
  readonly tools: readonly string[];
  readonly remarks?: readonly string[];
}

function race({ name, what, goal, load: full, side, yardstick, tools, remarks = [] }: Race): BenchRow {
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
      const known = options.small ? 20 : Math.round(HISTORY * options.times);
      await using history = await makeHistory({ files: known });
      const samples = await byTurns(
        [
          { side: OURS, run: () => byClearfolder(load, history) },
          { side, run: () => yardstick(load) },
        ],
        's',
        options,
      );
      const figure = median(ofSide(samples, side)) / median(ofSide(samples, OURS));
      return {
        unit: 's',
        samples,
        figure,
        meaning: `times as fast as the ${side}`,
        remarks: [`${known} documents were sent before: files known, Tasks in the ledger`, ...remarks],
      };
    },
  };
}

export const sendRows: readonly BenchRow[] = [
  race({
    name: 'send-small',
    what: '2,000 files of 64 KiB, folder to last Task created, against a bare undici loop',
    goal: { kind: 'at-least', value: 0.9 },
    load: SMALL,
    side: 'loop',
    yardstick: (load) => byUndiciLoop(load),
    tools: [],
  }),
  race({
    name: 'send-floor',
    what: '2,000 files of 64 KiB against a loop that keeps a copy, an intent and an outcome of each',
    goal: { kind: 'none' },
    load: SMALL,
    side: 'durable loop',
    yardstick: (load) => byUndiciLoop(load, true),
    tools: [],
    remarks: ['what I2 and I3 cost at the least on this disk: compare it with the bare loop of send-small'],
  }),
  race({
    name: 'send-large',
    what: '40 files of 20 MiB, folder to last Task created, against a bare undici loop',
    goal: { kind: 'at-least', value: 0.9 },
    load: LARGE,
    side: 'loop',
    yardstick: (load) => byUndiciLoop(load),
    tools: [],
  }),
  race({
    name: 'send-script',
    what: '2,000 files of 64 KiB against inotifywait piped to curl',
    goal: { kind: 'at-least', value: 5 },
    load: SMALL,
    side: 'script',
    yardstick: byWatchAndCurl,
    tools: ['inotifywait', 'curl'],
  }),
  race({
    name: 'send-rclone',
    what: '2,000 files of 64 KiB against rclone copy to a WebDAV sink',
    goal: { kind: 'none' },
    load: SMALL,
    side: 'rclone',
    yardstick: byRclone,
    tools: ['rclone'],
    remarks: [
      'rclone cannot post forms or watch: it copies files that lie there, one PUT and one PROPFIND each, to a sink in the same service process',
    ],
  }),
];
