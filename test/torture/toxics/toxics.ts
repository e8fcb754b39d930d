import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import type { TorturePart } from '../part.ts';
import { STATION_KEY } from '../world/station.ts';
import { play } from './play.ts';
import { drawSchedule, TROUBLES } from './schedule.ts';

const MEMORY_DISK = '/dev/shm';

export const toxicsPart: TorturePart = {
  name: 'toxics',
  what: 'Every toxic of the network (latency, bandwidth, slow close, timeout, reset, slicer, limited data; requests and responses; and no network) comes and goes while creates and answers are in flight over real sockets: at rest each file is one Task, each answer is there once, its Task goes on (I2, I5). Each is proven to have acted on some that were on their way.',
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
    const met = new Map<string, number>(TROUBLES.map(({ name }) => [name, 0]));
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
        met.set(name, (met.get(name) ?? 0) + played.met);
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
    const idle = [...met].flatMap(([name, count]) => (count === 0 ? [`${name} met nothing on its way`] : []));
    broken.push(...idle);
    if (broken.length > 0) throw new Error(broken.join('\n'));
    return {
      toxics: TROUBLES.length,
      'schedules of each': schedules,
      Tasks: sum.tasks,
      requests: sum.requests,
      ...Object.fromEntries([...met].map(([name, count]) => [`on their way, met by ${name}`, count])),
      ...Object.fromEntries([...inDoubt].map(([name, count]) => [`in doubt by ${name}`, count])),
    };
  },
};
