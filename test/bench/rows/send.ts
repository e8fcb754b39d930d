import { findTool } from '../../support/find-tool.ts';
import { type BenchRow, type Goal, median, ofSide, type Sample } from '../row.ts';
import { byClearfolder, byUndiciLoop, byWatchAndCurl, type Load } from './send-folder.ts';

const SMALL: Load = { files: 2000, bytes: 64 * 1024 };
const LARGE: Load = { files: 40, bytes: 20 * 1024 * 1024 };
const OURS = 'clearfolder';

interface Race {
  readonly name: string;
  readonly what: string;
  readonly goal: Goal;
  readonly load: Load;
  readonly side: string;
  readonly yardstick: (load: Load) => Promise<number>;
  readonly tools: readonly string[];
}

function race({ name, what, goal, load, side, yardstick, tools }: Race): BenchRow {
  return {
    name,
    what,
    goal,
    cannotRun: async () => {
      const missing = tools.filter((tool) => findTool(tool) === null);
      return missing.length === 0 ? null : `${missing.join(' and ')} not installed`;
    },
    run: async ({ rounds, say }) => {
      const samples: Sample[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const sides = [
          { side: OURS, run: byClearfolder },
          { side, run: yardstick },
        ];
        // By turns first, so that a machine that grows warm or busy favours neither.
        for (const one of round % 2 === 0 ? sides : sides.reverse()) {
          const value = await one.run(load);
          say(`${one.side}: ${value.toFixed(2)} s`);
          samples.push({ side: one.side, value });
        }
      }
      const figure = median(ofSide(samples, side)) / median(ofSide(samples, OURS));
      return { unit: 's', samples, figure, meaning: `times as fast as the ${side}` };
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
    yardstick: byUndiciLoop,
    tools: [],
  }),
  race({
    name: 'send-large',
    what: '40 files of 20 MiB, folder to last Task created, against a bare undici loop',
    goal: { kind: 'at-least', value: 0.9 },
    load: LARGE,
    side: 'loop',
    yardstick: byUndiciLoop,
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
];
