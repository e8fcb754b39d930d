import { randomInt, seededRandom } from '../../../support/random.ts';
import { worldsPlace } from '../../memory-disk.ts';
import { type Counts, type Run, sampleOf, textOf } from '../../part.ts';
import { pathsOf } from './mutations.ts';
import { PLOTS, type Played, type Plot, playScene } from './scene.ts';
import { type Answered, type Spoil, spoilsOf } from './spoiling-service.ts';

const TELL_EVERY = 200;
/** For this many cases with one spoilt field there is one case with two spoilt fields. */
const SINGLES_FOR_A_PAIR = 5;

interface Case {
  readonly name: string;
  readonly plot: Plot;
  readonly spoils: readonly Spoil[];
}

/** Plays a random sample of all spoilt fields, alone and in pairs. @throws what does not hold, with the name of the case */
export async function hostileAnswers(count: number, { seed, only, say, stop }: Run): Promise<Counts> {
  using place = worldsPlace('answers');
  const playCase = ({ plot, spoils }: Omit<Case, 'name'>): Promise<Played> =>
    place.inEmptyFolder((dir, template) => playScene(dir, { plot, spoils, seed, template }));
  const cases = sampleOf(withPairs(await singleCases(playCase), seed), count, { seed, only });
  const sum = { 'answer cases': 0, 'answers spoilt': 0 };
  for (const one of cases) {
    if (stop.aborted) break;
    const { wrong, spoilt } = await playCase(one).catch((error: unknown) => ({
      wrong: [textOf(error)],
      spoilt: 0,
    }));
    if (wrong.length > 0) throw new Error(`${one.name}\n  ${wrong.join('\n  ')}`);
    sum['answer cases'] += 1;
    sum['answers spoilt'] += spoilt;
    if (sum['answer cases'] % TELL_EVERY === 0) say(`${sum['answer cases']} of ${cases.length} cases`);
  }
  return sum;
}

/** Every field of every kind of answer, spoilt in every way; an answer of several plots is spoilt in the first alone. */
async function singleCases(playCase: (one: Omit<Case, 'name'>) => Promise<Played>): Promise<Case[]> {
  const cases: Case[] = [];
  const done = new Set<Answered>();
  for (const plot of PLOTS) {
    const { wrong, samples } = await playCase({ plot, spoils: [] });
    if (wrong.length > 0) throw new Error(`${plot}, with nothing spoilt: ${wrong.join('\n')}`);
    for (const [answered, sample] of samples) {
      if (done.has(answered)) continue;
      done.add(answered);
      for (const spoil of spoilsOf(answered, sample, pathsOf(sample)))
        cases.push({ name: `${plot}: ${nameOf(spoil)}`, plot, spoils: [ofVictim(spoil)] });
    }
  }
  return cases;
}

/** In a list the spoilt row is the victim's, wherever the row stands. */
function ofVictim(spoil: Spoil): Spoil {
  const { answered, path } = spoil;
  const isRow = answered === 'list' && path[0] === 'tasks' && path.length > 1;
  return isRow ? { ...spoil, path: ['tasks', '@', ...path.slice(2)] } : spoil;
}

const nameOf = ({ answered, path, mutation }: Spoil) => `${answered} /${path.join('/')} ${mutation.name}`;

function withPairs(singles: readonly Case[], seed: number): Case[] {
  const random = seededRandom(seed);
  const byPlot = Map.groupBy(singles, ({ plot }) => plot);
  const pairs = singles
    .filter((_, index) => index % SINGLES_FOR_A_PAIR === 0)
    .flatMap((one) => {
      const others = byPlot.get(one.plot) ?? [];
      const other = others[randomInt(random, 0, others.length - 1)];
      if (other === undefined) return [];
      return [{ ...one, name: `${one.name} and ${other.name}`, spoils: [...one.spoils, ...other.spoils] }];
    });
  return [...singles, ...pairs];
}
