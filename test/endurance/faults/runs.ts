import { randomInt, seededRandom } from '../../support/random.ts';
import type { Fault, Told } from './fault.ts';
import { difference, type Outcome } from './outcome.ts';
import { onStage, type ProcessEnd, type Scene, type Stage } from './stage.ts';

const MINUTE_MS = 60_000;
const MOST_KILLS = 15;
/** The chance of each change to be the point of a kill during recovery. */
const RECOVERY_CHANCE = 0.15;
/** The clean run comes so much later: what a crash left in the spool is old enough to be swept. */
const LATER_MS = 30 * 60 * MINUTE_MS;
/** How long a killed station stays off: not at all, for a while, or over night. */
const PAUSES_MS = [0, 0, MINUTE_MS, 20 * MINUTE_MS, 26 * 60 * MINUTE_MS];

/** The run without a fault: its calls, its statements, and the outcome that every other run must have. */
export interface CleanRun extends Told {
  readonly outcome: Outcome;
}

/** Runs the scene without a fault. @throws when the run does not finish */
export function runClean(scene: Scene): Promise<CleanRun> {
  return onStage(scene, async (stage) => {
    const { end, calls, statements } = await stage.runAndTell();
    if (end.kind !== 'finished') throw new Error(`without a fault: ${JSON.stringify(end)}`);
    return { calls, statements, outcome: stage.outcome() };
  });
}

/**
 * One run with a fault, then a clean run where the first did not finish by itself. Gives how the first run ended, or null when
 * the run never reached the point of the fault.
 *
 * @throws with the fault and the difference to the wanted outcome
 */
export async function runWithFault(scene: Scene, wanted: Outcome, fault: Fault): Promise<ProcessEnd | null> {
  return await onStage(scene, async (stage) => {
    const { end: first, injected } = await stage.run(fault, 0);
    const told = `fault ${injected?.point ?? 'not reached'}, first run ${JSON.stringify(first)}`;
    if (fault.how === 'full' && first.kind !== 'finished')
      throw new Error(`${told}: a full disk must not need a new start`);
    if (first.kind !== 'finished') {
      const { end } = await stage.run(null, LATER_MS);
      if (end.kind !== 'finished') throw new Error(`${told}; the clean run after: ${JSON.stringify(end)}`);
    }
    const wrong = difference(wanted, stage.outcome());
    if (wrong !== '') throw new Error(`${told}:\n${wrong}`);
    return injected === null ? null : first;
  }).catch((error: unknown) => {
    throw new Error(`scene ${scene.name}, ${JSON.stringify(fault)}: ${String(error)}`);
  });
}

/** A side of a named durable step or side effect. */
export interface KillPoint {
  readonly name: string;
  readonly call: string;
  readonly side: Fault['side'];
}

export interface Chain {
  readonly killedAt: readonly string[];
  /** How many points of the list the chain has taken; the last one may not have been reached. */
  readonly taken: number;
  readonly reached: number;
}

/**
 * Kills the station at the points of a list, in the order of a clean run, and starts the station again; after half of the kills
 * a second kill comes at a random change while the station recovers. The chain ends when the station finishes before the next
 * point, or after `MOST_KILLS` and a clean run.
 *
 * @throws with the points of the kills and the difference to the wanted outcome
 */
export async function runChain(
  scene: Scene,
  wanted: Outcome,
  points: readonly KillPoint[],
  seed: number,
): Promise<Chain> {
  const random = seededRandom(seed);
  const killedAt: string[] = [];
  let taken = 0;
  let reached = 0;
  let laterMs = 0;
  /** Gives false when the station finished before the kill. */
  const kill = async (stage: Stage, where: Pick<Fault, 'at' | 'side'>): Promise<boolean> => {
    const { end, injected } = await stage.run({ ...where, how: 'kill', variant: 0 }, laterMs);
    if (end.kind === 'finished') return false;
    if (end.kind !== 'killed' || injected === null) throw new Error(JSON.stringify(end));
    killedAt.push(injected.point);
    // Time never goes back, whatever the run before has jumped over.
    const pause = PAUSES_MS[randomInt(random, 0, PAUSES_MS.length - 1)] ?? 0;
    laterMs = Math.max(laterMs, injected.at - Date.now()) + pause;
    return true;
  };
  const killAll = async (stage: Stage): Promise<boolean> => {
    for (const { call, side } of points) {
      if (killedAt.length >= MOST_KILLS) break;
      taken += 1;
      if (!(await kill(stage, { at: { name: call, after: null, time: 0 }, side }))) return false;
      reached += 1;
      const at = { notAt: [...killedAt], chance: RECOVERY_CHANCE, seed: randomInt(random, 0, 2 ** 30) };
      if (random() < 0.5 && !(await kill(stage, { at, side: 'before' }))) return false;
    }
    return true;
  };
  return await onStage(scene, async (stage) => {
    if (await killAll(stage)) {
      const { end } = await stage.run(null, laterMs + LATER_MS);
      if (end.kind !== 'finished') throw new Error(`the clean run after the kills: ${JSON.stringify(end)}`);
    }
    const wrong = difference(wanted, stage.outcome());
    if (wrong !== '') throw new Error(wrong);
    return { killedAt, taken, reached };
  }).catch((error: unknown) => {
    const kills = killedAt.map((point) => `  ${point}`).join('\n');
    throw new Error(`scene ${scene.name}, killed at:\n${kills}\n${String(error)}`);
  });
}
