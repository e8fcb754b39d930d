import { randomInt, seededRandom } from '../../support/random.ts';
import { tempDir } from '../../support/temp-dir.ts';
import type { Figures, TorturePart } from '../part.ts';
import type { Blow } from './blow.ts';
import { inTurns } from './in-turns.ts';
import { runUnstruck, type Scene, strike } from './strikes.ts';
import { tally } from './tally.ts';

/**
 * Kills the station at named fail points: before and after every durable step and every side effect that the run without a
 * blow makes, so that a new one cannot be forgotten. `every` takes only some of them.
 *
 * @throws when something is lost, doubled, left behind or told wrongly
 */
export async function killAtPoints(
  { seeds, every, seed }: { seeds: number; every: number; seed: number },
  say: (line: string) => void,
): Promise<Figures> {
  await using cache = await tempDir('compiled');
  const scene = (number: number): Scene => ({ seed: number, compileCache: cache.path, secrets: 'file' });
  const { calls, outcome } = await runUnstruck(scene(seed));
  const turns = new Map<string, number>();
  for (const { name, changes } of calls) if (changes) turns.set(name, (turns.get(name) ?? 0) + 1);
  const points = [...turns].flatMap(([name, times]) =>
    (['before', 'after'] as const).map((side) => ({ name, times, side })),
  );
  const random = seededRandom(seed);
  const first = every > 1 ? randomInt(random, 0, every - 1) : 0;
  const chosen = points.filter((_, index) => index % every === first % every);
  const jobs = Array.from({ length: seeds }, (_, number) =>
    chosen.map(({ name, times, side }) => ({
      scene: scene(seed + number),
      blow: {
        at: { name, turn: randomInt(random, 0, times - 1) },
        how: 'kill',
        side,
        flavour: 0,
      } satisfies Blow,
    })),
  ).flat();
  const counted = tally();
  await inTurns(jobs, async ({ scene: one, blow }, index) => {
    counted.add(await strike(one, outcome, blow));
    if (index % 50 === 49) say(`${index + 1} of ${jobs.length}`);
  });
  return { 'named points': points.length, 'points taken': chosen.length, seeds, ...counted.figures() };
}

export const pointsPart: TorturePart = {
  name: 'points',
  what: 'Kill -9 before and after every durable step and side effect (commits, changes of files, requests), each with many seeds: every document becomes one Task, every answer and edit arrives once, and nothing stays behind (I1 to I5).',
  scales: { seeds: 100, every: 1 },
  run: ({ scale: { seeds = 1, every = 1 }, seed, say }) => killAtPoints({ seeds, every, seed }, say),
};
