import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../../../src-main/core/ledger/open-ledger.ts';
import { randomInt, seededRandom } from '../../../support/random.ts';
import { STATION_KEY } from '../../../support/world/station.ts';
import type { LongPart } from '../../part.ts';
import { playBodies } from './bodies.ts';
import { type Path, pathsOf } from './mutations.ts';
import { LATER_PLOTS, PLOTS, type Played, type Plot, playScene } from './scene.ts';
import { type Answered, type Spoil, spoilsOf } from './spoiling-service.ts';

const MEMORY_DISK = '/dev/shm';
const TELL_EVERY = 200;
/** Of so many pairs of fields one is of the plots that came later. */
const LATER_SHARE = 10;
/** The order of the cases, and what is drawn in them, is the same each time. */
const ORDER = 1;

/** One spoilt life of a Task. */
interface Case {
  readonly plot: Plot;
  readonly spoils: readonly Spoil[];
  readonly seed: number;
}

/** Plays cases one after the other, each in an empty folder. */
function createStage(): Disposable & { play(one: Case): Promise<Played> } {
  const place = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'clearfolder-answers-'));
  const template = join(place, 'template.db');
  openLedger({ path: template, key: STATION_KEY, now: () => 0 }).close();
  return {
    play: async (one) => {
      const dir = mkdtempSync(join(place, 'scene-'));
      try {
        return await playScene(dir, { ...one, template });
      } finally {
        rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** Which kinds of answer each plot is for; what several bring about is spoilt in the first alone. */
async function allSpoils(stage: { play(one: Case): Promise<Played> }): Promise<Map<Plot, Spoil[]>> {
  const found = new Map<Plot, Spoil[]>();
  const done = new Set<Answered>();
  for (const plot of [...PLOTS, ...LATER_PLOTS]) {
    const { wrong, samples } = await stage.play({ plot, spoils: [], seed: 1 });
    if (wrong.length > 0) throw new Error(`${plot}, with nothing spoilt: ${wrong.join('\n')}`);
    const spoils: Spoil[] = [];
    for (const [answered, sample] of samples) {
      if (done.has(answered)) continue;
      done.add(answered);
      spoils.push(
        ...spoilsOf(answered, sample, pathsOf(sample)).map((spoil) => ({ ...spoil, path: rowless(spoil) })),
      );
    }
    found.set(plot, spoils);
  }
  return found;
}

/** In a list the row of the victim is meant, wherever it stands. */
function rowless({ answered, path }: Spoil): Path {
  return answered === 'list' && path[0] === 'tasks' && path.length > 1
    ? ['tasks', '@', ...path.slice(2)]
    : path;
}

const nameOf = ({ plot, spoils, seed }: Case): string =>
  `${plot}, seed ${seed}: ${spoils.map(({ answered, path, mutation }) => `${answered} /${path.join('/')} ${mutation.name}`).join(' and ')}`;

/** Every spoil alone and so many pairs, shuffled: what a sitting does is a sample of all. */
function casesOf(spoils: ReadonlyMap<Plot, readonly Spoil[]>, pairs: number): Case[] {
  const random = seededRandom(ORDER);
  const single = [...spoils].flatMap(([plot, some]) =>
    some.map((spoil) => ({ plot, spoils: [spoil], seed: ORDER })),
  );
  const cases: Case[] = [...single];
  for (let pair = 0; pair < pairs; pair += 1) {
    const one = single[randomInt(random, 0, single.length - 1)];
    const others = single.filter(({ plot }) => plot === one?.plot);
    const other = others[randomInt(random, 0, others.length - 1)];
    if (one !== undefined && other !== undefined)
      cases.push({ plot: one.plot, spoils: [...one.spoils, ...other.spoils], seed: ORDER + pair });
  }
  return cases
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

export const answersPart: LongPart = {
  name: 'answers',
  what: 'Every field of every answer of the service spoilt in every way, one by one and in pairs, in simulated time against the real engine: nothing is shown that was not said, the other Tasks go on, nothing is lost or doubled, and once the service is well the ledger ends as the service is (I2, I5 to I8).',
  unit: 'cases',
  // 0 cases: all that are left.
  scales: { cases: 0, pairs: 1_000 },
  sit: async ({ scale: { cases: wanted = 0, pairs = 0 }, first, stop, say }) => {
    using stage = createStage();
    const found = await allSpoils(stage);
    const of = (plots: readonly Plot[]) => new Map([...found].filter(([plot]) => plots.includes(plot)));
    const all = [...casesOf(of(PLOTS), pairs), ...casesOf(of(LATER_PLOTS), Math.ceil(pairs / LATER_SHARE))];
    const cases = all.slice(first - 1, wanted === 0 ? undefined : first - 1 + wanted);
    const { wrong, bodies } = first === 1 ? await playBodies() : { wrong: [], bodies: 0 };
    const counts = { 'hostile bodies': bodies, 'answers spoilt': 0 };
    let broken = wrong.length > 0 ? wrong.join('\n') : null;
    let done = 0;
    for (const one of cases) {
      if (stop.aborted || broken !== null) break;
      const played = await stage.play(one).catch((error: unknown) => ({
        wrong: [error instanceof Error ? String(error.stack) : String(error)],
        spoilt: 0,
      }));
      counts['answers spoilt'] += played.spoilt;
      if (played.wrong.length > 0) broken = `${nameOf(one)}\n  ${played.wrong.join('\n  ')}`;
      else done += 1;
      if (done % TELL_EVERY === 0) say(`${done} of ${cases.length} cases`);
    }
    return { done, of: all.length, counts, broken };
  },
};
