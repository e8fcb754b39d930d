import { findTool } from '../../support/find-tool.ts';
import { byTurns } from '../by-turns.ts';
import { type BenchRow, type Goal, median, ofSide } from '../row.ts';
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
  /** Whether the loop that keeps what I2 and I3 ask for runs beside them: what can be reached on this disk. */
  readonly durable?: boolean;
  readonly tools?: readonly string[];
  readonly remarks?: readonly string[];
}

const LOOP: Side = { side: 'loop', run: (load) => byUndiciLoop(load) };
const DURABLE_LOOP: Side = {
  side: 'loop that keeps a copy, an intent and an outcome of each',
  run: (load) => byUndiciLoop(load, true),
};
const SCRIPT: Side = { side: 'script', run: byWatchAndCurl };

function race({
  name,
  what,
  goal,
  load: full,
  yardstick,
  durable,
  tools = [],
  remarks = [],
}: Race): BenchRow {
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
      await using history = await makeHistory({ files: known, folders: options.folders ?? 1 });
      const ours: Side = { side: OURS, run: (some) => byClearfolder(some, history) };
      const sides = [ours, yardstick, ...(durable ? [DURABLE_LOOP] : [])];
      const samples = await byTurns(
        sides.map(({ side, run }) => ({ side, run: () => run(load) })),
        's',
        options,
      );
      const took = ({ side }: Side) => median(ofSide(samples, side));
      const kept = durable
        ? [
            `the ${DURABLE_LOOP.side}: ${times(took(yardstick) / took(DURABLE_LOOP))} as fast as the ${yardstick.side}; ` +
              `Clearfolder ${times(took(DURABLE_LOOP) / took(ours))} as fast as it`,
          ]
        : [];
      return {
        unit: 's',
        samples,
        against: yardstick.side,
        figure: took(yardstick) / took(ours),
        meaning: `times as fast as the ${yardstick.side}`,
        remarks: [...kept, `${history.told} were sent before: files known, Tasks in the ledger`, ...remarks],
      };
    },
  };
}

const times = (ratio: number) => `${ratio.toFixed(2)} times`;

export const sendRows: readonly BenchRow[] = [
  race({
    name: 'send-small',
    what: '2,000 files of 64 KiB, folder to last Task created, against a bare undici loop',
    goal: { kind: 'at-least', value: 0.9 },
    load: SMALL,
    yardstick: LOOP,
    durable: true,
  }),
  race({
    name: 'send-large',
    what: '40 files of 20 MiB, folder to last Task created, against a bare undici loop',
    goal: { kind: 'at-least', value: 0.9 },
    load: LARGE,
    yardstick: LOOP,
    durable: true,
  }),
  race({
    name: 'send-script',
    what: '2,000 files of 64 KiB against inotifywait piped to curl',
    goal: { kind: 'at-least', value: 5 },
    load: SMALL,
    yardstick: SCRIPT,
    durable: true,
    tools: SCRIPT_TOOLS,
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
      'before each call to a WebDAV server it waits 10 ms by itself: this tells how such a script does, not how fast it could',
    ],
  }),
];
