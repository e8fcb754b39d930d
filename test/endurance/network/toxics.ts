import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import { STATION_KEY } from '../../support/world/station.ts';
import type { TorturePart } from '../part.ts';
import type { InFlight } from './in-flight.ts';
import { play } from './play.ts';
import { drawSchedule, TROUBLES } from './schedule.ts';

const MEMORY_DISK = '/dev/shm';
/** With fewer schedules of each, chance alone may keep a toxic from all creates, or from all answers. */
const ENOUGH_SCHEDULES = 50;
const LESS_IS_ASKED = `creates or answers, as fewer than ${ENOUGH_SCHEDULES} schedules of each are too few for both; all together both`;

type Met = InFlight['met'];
const NONE: Met = { creates: 0, answers: 0 };

export const toxicsPart: TorturePart = {
  name: 'toxics',
  what: 'Every toxic of the network (latency, bandwidth, slow close, timeout, reset, slicer, limited data; requests and responses; and no network) comes and goes while creates and answers are in flight over real sockets: at rest each file is one Task, each answer is there once, its Task goes on (I2, I5). Each is proven to have acted on creates and on answers that were on their way.',
  scales: { schedules: 200, 'at-once': 12 },
  run: async ({ scale, seed, say }) => {
    const { schedules = 0, 'at-once': atOnce = 1 } = scale;
    const place = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'clearfolder-toxics-'));
    const template = join(place, 'template.db');
    openLedger({ path: template, key: STATION_KEY, now: () => 0 }).close();
    const cases = TROUBLES.flatMap(({ name, draw }, kind) =>
      Array.from({ length: schedules }, (_, index) => ({ name, draw, seed: seed + kind * 10_000 + index })),
    );
    const broken: string[] = [];
    const inDoubt = new Map<string, number>();
    const met = new Map<string, Met>(TROUBLES.map(({ name }) => [name, NONE]));
    const sum = { requests: 0, tasks: 0, played: 0 };
    const worker = async (): Promise<void> => {
      for (let next = cases.shift(); next !== undefined; next = cases.shift()) {
        const { name, draw, seed: own } = next;
        const dir = mkdtempSync(join(place, 'schedule-'));
        const played = await play(dir, drawSchedule(draw, own), template);
        rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
        sum.requests += played.requests;
        sum.tasks += played.tasks;
        sum.played += 1;
        met.set(name, sumOf([met.get(name) ?? NONE, played.met]));
        inDoubt.set(name, (inDoubt.get(name) ?? 0) + played.inDoubt);
        if (played.wrong.length > 0) {
          broken.push(`${name}, seed ${own}:\n  ${played.wrong.join('\n  ')}`);
          say(broken.at(-1) ?? '');
        }
        if (sum.played % 100 === 0) say(`${sum.played} schedules`);
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.max(1, atOnce) }, worker));
    } finally {
      rmSync(place, { recursive: true, force: true, maxRetries: 3 });
    }
    const apart = schedules >= ENOUGH_SCHEDULES;
    if (!apart) say(`each toxic has to meet ${LESS_IS_ASKED}`);
    broken.push(...notMet(met, apart));
    if (broken.length > 0) throw new Error(broken.join('\n'));
    return {
      toxics: TROUBLES.length,
      'schedules of each': schedules,
      Tasks: sum.tasks,
      requests: sum.requests,
      'each toxic had to meet': apart ? 'creates and answers' : LESS_IS_ASKED,
      ...Object.fromEntries(
        [...met].map(([name, { creates }]) => [`creates on their way, met by ${name}`, creates]),
      ),
      ...Object.fromEntries(
        [...met].map(([name, { answers }]) => [`answers on their way, met by ${name}`, answers]),
      ),
      ...Object.fromEntries([...inDoubt].map(([name, count]) => [`in doubt by ${name}`, count])),
    };
  },
};

function sumOf(all: readonly Met[]): Met {
  return all.reduce(
    (sum, { creates, answers }) => ({ creates: sum.creates + creates, answers: sum.answers + answers }),
    NONE,
  );
}

/** What should have been met on its way, and was not: by each toxic `apart`, or by all of them together. */
function notMet(met: ReadonlyMap<string, Met>, apart: boolean): string[] {
  const asked = apart ? [...met] : [['all toxics together', sumOf([...met.values()])] as const];
  return [
    ...[...met].flatMap(([name, { creates, answers }]) =>
      creates + answers === 0 ? [`${name} met nothing on its way`] : [],
    ),
    ...asked.flatMap(([name, { creates, answers }]) => [
      ...(creates === 0 ? [`${name} met no create on its way`] : []),
      ...(answers === 0 ? [`${name} met no answer on its way`] : []),
    ]),
  ];
}
