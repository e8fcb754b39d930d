import { worldsPlace } from '../memory-disk.ts';
import { type Part, textOf } from '../part.ts';
import type { InFlight } from './in-flight.ts';
import { play } from './play.ts';
import { drawSchedule, TROUBLES } from './schedule.ts';

/** With fewer schedules of each trouble, chance alone may keep a trouble from all creates, or from all answers. */
const ENOUGH_SCHEDULES = 50;
const SEEDS_OF_A_TROUBLE = 10_000;

type Met = InFlight['met'];
const NONE: Met = { creates: 0, answers: 0 };

export const networkPart: Part = {
  name: 'network',
  does: 'Every network trouble (latency, bandwidth, slow close, timeout, reset, slicer, limited data, of requests and of responses, and no network) comes and goes over real sockets while creates and answers are in flight.',
  holds:
    'At rest each file is one Task, each answer arrived once, its Task goes on (I2, I5), and each trouble met creates and answers in flight.',
  scales: { schedules: { long: 40, short: 1 }, 'at-once': { long: 12, short: 15 } },
  endsEarly: true,
  run: async ({ scale: { schedules = 0, 'at-once': atOnce = 1 }, seed, say, stop }) => {
    using place = worldsPlace('network');
    const cases = TROUBLES.flatMap((trouble, kind) =>
      Array.from({ length: schedules }, (_, index) => ({
        ...trouble,
        own: seed + kind * SEEDS_OF_A_TROUBLE + index,
      })),
    );
    const met = new Map<string, Met>(TROUBLES.map(({ name }) => [name, NONE]));
    const sum = { schedules: 0, Tasks: 0, requests: 0, 'in doubt': 0 };
    const broken: string[] = [];
    const worker = async (): Promise<void> => {
      for (let next = cases.shift(); next !== undefined && !stop.aborted; next = cases.shift()) {
        const { name, draw, own } = next;
        const played = await place.inEmptyFolder((dir, template) =>
          play(dir, drawSchedule(draw, own), template),
        );
        sum.schedules += 1;
        sum.Tasks += played.tasks;
        sum.requests += played.requests;
        sum['in doubt'] += played.inDoubt;
        met.set(name, sumOf([met.get(name) ?? NONE, played.met]));
        if (played.wrong.length > 0) broken.push(`${name}, seed ${own}:\n  ${played.wrong.join('\n  ')}`);
        if (sum.schedules % 100 === 0) say(`${sum.schedules} schedules`);
      }
    };
    const workers = Array.from({ length: Math.max(1, atOnce) }, worker);
    const failed = (await Promise.allSettled(workers)).filter(({ status }) => status === 'rejected');
    broken.push(...failed.map((one) => ('reason' in one ? textOf(one.reason) : '')));
    if (!stop.aborted) broken.push(...notMet(met, schedules >= ENOUGH_SCHEDULES));
    if (!stop.aborted && sum['in doubt'] === 0) broken.push('no outcome was ever in doubt');
    if (broken.length > 0) throw new Error(broken.join('\n'));
    const { creates, answers } = sumOf([...met.values()]);
    return { ...sum, 'creates met in flight': creates, 'answers met in flight': answers };
  },
};

function sumOf(all: readonly Met[]): Met {
  return all.reduce(
    (sum, { creates, answers }) => ({ creates: sum.creates + creates, answers: sum.answers + answers }),
    NONE,
  );
}

/** What no trouble met in flight: each trouble must have met both creates and answers, or with `apart` false all troubles together. */
function notMet(met: ReadonlyMap<string, Met>, apart: boolean): string[] {
  const asked = apart ? [...met] : [['all troubles together', sumOf([...met.values()])] as const];
  return [
    ...asked.flatMap(([name, { creates, answers }]) => [
      ...(creates === 0 ? [`${name} met no create in flight`] : []),
      ...(answers === 0 ? [`${name} met no answer in flight`] : []),
    ]),
  ];
}
