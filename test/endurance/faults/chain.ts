import { randomInt, seededRandom } from '../../support/random.ts';
import { difference, type Outcome } from './difference.ts';
import { onStage, type Scene } from './stage.ts';
import { LATER_MS } from './strikes.ts';

const MINUTE_MS = 60_000;
/** How long a killed station stays off: a restart at once, a while, and a night. */
const PAUSES_MS = [0, 0, MINUTE_MS, 20 * MINUTE_MS, 26 * 60 * MINUTE_MS];

/** What came of a chain. */
export interface Chain {
  /** The points at which the station was killed, in order; each but the first in a life that had to recover from the one before. */
  readonly killedAt: readonly string[];
  /** Whether it came to rest before it was killed as often as it might have been. */
  readonly rested: boolean;
}

/**
 * One scene in which the station is killed, started again, killed again, at most `most` times, at changes that are not among
 * `notAt` and each with this chance; then left alone until it rests. Whatever it was in the middle of, what comes of it must be
 * what comes of the run without.
 *
 * @throws with the seeds, the points and the difference
 */
export async function playChain(
  scene: Scene,
  wanted: Outcome,
  { notAt, chance, most, seed }: { notAt: readonly string[]; chance: number; most: number; seed: number },
): Promise<Chain> {
  const random = seededRandom(seed);
  const killedAt: string[] = [];
  const told = () =>
    `seed ${scene.seed}, chain ${seed}, killed at:\n${killedAt.map((at) => `  ${at}`).join('\n')}\n`;
  return await onStage(scene, async (stage) => {
    let laterMs = 0;
    while (killedAt.length < most) {
      const at = { notAt: [...notAt, ...killedAt], chance, seed: randomInt(random, 0, 2 ** 30) };
      const { end, struck } = await stage.live({ at, how: 'kill', side: 'before', flavour: 0 }, laterMs);
      if (end.kind === 'rest') return rested(true);
      if (end.kind !== 'killed' || struck === null) throw new Error(JSON.stringify(end));
      killedAt.push(struck.point);
      // Time never goes back, whatever the life before has jumped over.
      laterMs =
        Math.max(laterMs, struck.at - Date.now()) +
        (PAUSES_MS[randomInt(random, 0, PAUSES_MS.length - 1)] ?? 0);
    }
    const { end } = await stage.live(null, laterMs + LATER_MS);
    if (end.kind !== 'rest') throw new Error(`the clean run after them: ${JSON.stringify(end)}`);
    return rested(false);

    function rested(early: boolean): Chain {
      const wrong = difference(wanted, stage.outcome());
      if (wrong !== '') throw new Error(wrong);
      return { killedAt, rested: early };
    }
  }).catch((error: unknown) => {
    throw new Error(`${told()}${String(error)}`);
  });
}
