import { randomInt, seededRandom } from '../../support/random.ts';
import type { Fault, Told } from './fault.ts';
import { difference, type Outcome } from './outcome.ts';
import { onStage, type ProcessEnd, type Scene } from './stage.ts';

const MINUTE_MS = 60_000;
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

/** Where a chain of kills killed the station, and whether the station finished before the last kill. */
export interface Chain {
  readonly killedAt: readonly string[];
  readonly finished: boolean;
}

/**
 * One scene in which the station is killed and started again, at most `most` times, at changes that are not among `notAt`, each
 * with this chance; every kill but the first meets a station that recovers from the kill before. Then a clean run.
 *
 * @throws with the points of the kills and the difference to the wanted outcome
 */
export async function runChain(
  scene: Scene,
  wanted: Outcome,
  { notAt, chance, most, seed }: { notAt: readonly string[]; chance: number; most: number; seed: number },
): Promise<Chain> {
  const random = seededRandom(seed);
  const killedAt: string[] = [];
  return await onStage(scene, async (stage) => {
    let laterMs = 0;
    let finished = false;
    while (killedAt.length < most && !finished) {
      const at = { notAt: [...notAt, ...killedAt], chance, seed: randomInt(random, 0, 2 ** 30) };
      const { end, injected } = await stage.run({ at, how: 'kill', side: 'before', variant: 0 }, laterMs);
      finished = end.kind === 'finished';
      if (finished) break;
      if (end.kind !== 'killed' || injected === null) throw new Error(JSON.stringify(end));
      killedAt.push(injected.point);
      // Time never goes back, whatever the run before has jumped over.
      const pause = PAUSES_MS[randomInt(random, 0, PAUSES_MS.length - 1)] ?? 0;
      laterMs = Math.max(laterMs, injected.at - Date.now()) + pause;
    }
    if (!finished) {
      const { end } = await stage.run(null, laterMs + LATER_MS);
      if (end.kind !== 'finished') throw new Error(`the clean run after the kills: ${JSON.stringify(end)}`);
    }
    const wrong = difference(wanted, stage.outcome());
    if (wrong !== '') throw new Error(wrong);
    return { killedAt, finished };
  }).catch((error: unknown) => {
    const kills = killedAt.map((point) => `  ${point}`).join('\n');
    throw new Error(`scene ${scene.name}, chain ${seed}, killed at:\n${kills}\n${String(error)}`);
  });
}
