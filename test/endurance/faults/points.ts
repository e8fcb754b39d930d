import type { LongPart, Sitting } from '../part.ts';
import { type Call, pointOf, type SceneName } from './blow.ts';
import { playChain } from './chain.ts';
import type { Outcome } from './difference.ts';
import { inTurns } from './in-turns.ts';
import { buildProgram } from './program.ts';
import type { Scene } from './stage.ts';
import { runUnstruck } from './strikes.ts';

/** Of the long form. */
const SEEDS = 100;
/** Kills in one scene. */
const MOST = 15;
/** The chance of each point that was not struck yet; higher when a chain came to rest before it was killed often enough. */
const CHANCES = [0.15, 0.3, 0.6, 1] as const;

interface Killed {
  readonly kills: number;
  readonly 'while recovering': number;
  readonly chains: number;
  /** Of the points that the run without a blow comes to. */
  readonly 'points struck': number;
  /** Points that only a station comes to that was killed before. */
  readonly 'points of recovery': number;
}

/** Both sides of every durable step and side effect of a run, so that a new one cannot be forgotten. */
export function pointsOf(calls: readonly Call[]): string[] {
  const names = new Set(calls.filter(({ changes }) => changes).map(({ name }) => name));
  return [...names].flatMap((name) => [pointOf('before', name), pointOf('after', name)]);
}

/**
 * Kills the station once at every point it comes to, also those that it comes to only after a kill; a few kills in each
 * scene. Gives null when it was stopped before the last.
 *
 * @throws when something is lost, doubled, left behind or told wrongly
 */
export async function killEverywhere(
  scene: Scene,
  wanted: Outcome,
  {
    points,
    except = [],
    chains = Infinity,
    stop,
  }: {
    points: readonly string[];
    /** Points that are struck elsewhere. */
    except?: readonly string[];
    chains?: number;
    stop: AbortSignal;
  },
): Promise<Killed | null> {
  const struck = new Set<string>();
  const sum = { kills: 0, 'while recovering': 0, chains: 0 };
  for (let step = 0; step < CHANCES.length && sum.chains < chains; ) {
    if (stop.aborted) return null;
    const chance = CHANCES[step] ?? 1;
    const seed = scene.seed * 1_000 + sum.chains;
    const { killedAt, rested } = await playChain(scene, wanted, {
      notAt: [...except, ...struck],
      chance,
      most: MOST,
      seed,
    });
    for (const point of killedAt) struck.add(point);
    sum.chains += 1;
    sum.kills += killedAt.length;
    sum['while recovering'] += Math.max(0, killedAt.length - 1);
    // With every chance taken, one that still killed somewhere may have opened the way to more.
    if (rested && (chance < 1 || killedAt.length === 0)) step += 1;
  }
  const known = points.filter((point) => struck.has(point)).length;
  return { ...sum, 'points struck': known, 'points of recovery': struck.size - known };
}

export const pointsPart: LongPart = {
  name: 'points',
  what: 'Kill -9 before and after every durable step and side effect (commits, changes of files, requests), once at each for every seed, and again while the station recovers from the kill before: every document becomes one Task, every answer and edit arrives once, and nothing stays behind (I1 to I5).',
  scales: { seeds: SEEDS },
  unit: 'seeds',
  sit: (options) => sitAtPoints('front', options),
};

export const pointsDeskPart: LongPart = {
  name: 'points-desk',
  what: 'The same as points where a person at the desk decides, takes back and sets (see nth-desk), and at every PRAGMA that writes: each decision is taken once, with its entry in the audit. What points strikes at is left to it.',
  scales: { seeds: SEEDS },
  unit: 'seeds',
  sit: (options) => sitAtPoints('desk', options),
};

async function sitAtPoints(
  name: SceneName,
  { scale: { seeds = 1 }, first, stop, say }: Parameters<LongPart['sit']>[0],
): Promise<Sitting> {
  using program = await buildProgram();
  const scene = (seed: number): Scene => ({ name, seed, program, secrets: 'file' });
  const { calls, outcome } = await runUnstruck(scene(first));
  const except =
    name === 'front' ? [] : pointsOf((await runUnstruck({ ...scene(first), name: 'front' })).calls);
  const points = pointsOf(calls).filter((point) => !except.includes(point));
  const numbers = Array.from({ length: seeds }, (_, index) => first + index);
  const { results, broken } = await inTurns(numbers, stop, async (seed) => {
    const killed = await killEverywhere(scene(seed), outcome, { points, except, stop });
    if (killed !== null) say(`seed ${seed}, of ${points.length} points: ${JSON.stringify(killed)}`);
    return killed;
  });
  const counts: Record<string, number> = { 'points in all': points.length * results.length };
  for (const result of results)
    for (const [what, count] of Object.entries(result)) counts[what] = (counts[what] ?? 0) + count;
  return { done: results.length, of: SEEDS, counts, broken };
}
