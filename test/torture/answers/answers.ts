import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import { randomInt, seededRandom } from '../../support/random.ts';
import type { TorturePart } from '../part.ts';
import { STATION_KEY } from '../world/station.ts';
import { playBodies } from './bodies.ts';
import { type Path, pathsOf } from './mutations.ts';
import { PLOTS, type Played, type Plot, playScene } from './scene.ts';
import { type Answered, type Spoil, spoilsOf } from './spoiling-service.ts';

const MEMORY_DISK = '/dev/shm';
const TELL_EVERY = 200;

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
  for (const plot of PLOTS) {
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

/** The cases: every `every`-th single spoil, beginning where the seed says, and so many pairs. */
function casesOf(
  spoils: ReadonlyMap<Plot, readonly Spoil[]>,
  { every, pairs, seed }: { readonly every: number; readonly pairs: number; readonly seed: number },
): Case[] {
  const random = seededRandom(seed);
  const single = [...spoils].flatMap(([plot, some]) =>
    some.map((spoil) => ({ plot, spoils: [spoil], seed })),
  );
  const first = seed % Math.max(1, every);
  const chosen: Case[] = single.filter((_, index) => every > 0 && index % every === first);
  for (let pair = 0; pair < pairs; pair += 1) {
    const one = single[randomInt(random, 0, single.length - 1)];
    const others = single.filter(({ plot }) => plot === one?.plot);
    const other = others[randomInt(random, 0, others.length - 1)];
    if (one !== undefined && other !== undefined)
      chosen.push({ plot: one.plot, spoils: [...one.spoils, ...other.spoils], seed: seed + pair });
  }
  return chosen;
}

export const answersPart: TorturePart = {
  name: 'answers',
  what: 'Every field of every answer of the service spoilt in every way, one by one and in pairs, in simulated time against the real engine: nothing is shown that was not said, the other Tasks go on, nothing is lost or doubled, and once the service is well the ledger ends as the service is (I2, I5 to I8).',
  scales: { every: 1, pairs: 1_000 },
  run: async ({ scale: { every = 1, pairs = 0 }, seed, say }) => {
    using stage = createStage();
    const cases = casesOf(await allSpoils(stage), { every, pairs, seed });
    const { wrong, bodies } = await playBodies();
    const broken = [...wrong];
    let spoilt = 0;
    for (const [index, one] of cases.entries()) {
      const played = await stage.play(one).catch((error: unknown) => ({
        wrong: [error instanceof Error ? String(error.stack) : String(error)],
        spoilt: 0,
      }));
      spoilt += played.spoilt;
      if (played.wrong.length > 0) {
        broken.push(`${nameOf(one)}\n  ${played.wrong.join('\n  ')}`);
        say(broken.at(-1) ?? '');
      }
      if ((index + 1) % TELL_EVERY === 0) say(`${index + 1} of ${cases.length} cases`);
    }
    if (broken.length > 0)
      throw new Error(`${broken.length} of ${cases.length} cases:\n${broken.slice(0, 20).join('\n')}`);
    return { cases: cases.length, pairs, 'hostile bodies': bodies, 'answers spoilt': spoilt };
  },
};
