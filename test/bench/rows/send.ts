import { findTool } from '../../support/find-tool.ts';
import { byTurns, type Side } from '../by-turns.ts';
import { type BenchRow, type Goal, median, ofSide } from '../row.ts';
import { makeHistory } from '../station/history.ts';
import { byClearfolder, byFloor, byWatchAndCurl, type Load } from './send-sides.ts';

const SMALL: Load = { files: 2000, bytes: 64 * 1024 };
const LARGE: Load = { files: 40, bytes: 20 * 1024 * 1024 };
const TINY: Load = { files: 12, bytes: 16 * 1024 };
const OURS = 'clearfolder';
/** Documents that were sent before. */
const HISTORY = 10_000;

interface Race {
  readonly name: string;
  readonly what: string;
  readonly goal: Goal;
  readonly load: Load;
  readonly yardstick: { readonly side: string; readonly run: (load: Load) => Promise<number> };
  readonly tools?: readonly string[];
}

function race({ name, what, goal, load: full, yardstick, tools = [] }: Race): BenchRow {
  return {
    name,
    what,
    goal,
    cannotRun: () => {
      const missing = tools.filter((tool) => findTool(tool) === null);
      return missing.length === 0 ? null : `${missing.join(' and ')} not installed`;
    },
    run: async (options) => {
      const load = options.small ? TINY : full;
      await using history = await makeHistory({ files: options.small ? 20 : HISTORY });
      const sides: Side[] = [
        { side: OURS, run: () => byClearfolder(load, history) },
        { side: yardstick.side, run: () => yardstick.run(load) },
      ];
      const samples = await byTurns(sides, 's', options);
      return {
        unit: 's',
        samples,
        figure: median(ofSide(samples, yardstick.side)) / median(ofSide(samples, OURS)),
        meaning: `times as fast as the ${yardstick.side}`,
      };
    },
  };
}

const FLOOR = { side: 'floor', run: byFloor };

export const sendRows: readonly BenchRow[] = [
  race({
    name: 'send-small',
    what: '2,000 files of 64 KiB, folder to last Task created, against the floor',
    goal: { kind: 'at least', value: 0.8 },
    load: SMALL,
    yardstick: FLOOR,
  }),
  race({
    name: 'send-large',
    what: '40 files of 20 MiB, folder to last Task created, against the floor',
    goal: { kind: 'at least', value: 1 },
    load: LARGE,
    yardstick: FLOOR,
  }),
  race({
    name: 'send-script',
    what: '2,000 files of 64 KiB, folder to last Task created, against inotifywait piped to curl',
    goal: { kind: 'at least', value: 4 },
    load: SMALL,
    yardstick: { side: 'script', run: byWatchAndCurl },
    tools: ['inotifywait', 'curl'],
  }),
];
