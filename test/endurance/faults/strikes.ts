import type { Blow, Call } from './blow.ts';
import { difference, type Outcome } from './difference.ts';
import type { ChildEnd } from './run-child.ts';
import { onStage, type Scene } from './stage.ts';

const isKind = (of: string): boolean => of !== 'all' && of !== 'changes';

/** The clean run comes so much later: what a crash left in the spool is old enough to be taken away. */
export const LATER_MS = 30 * 3_600_000;

/** What came of a run with a blow. */
export interface Struck {
  /** The call that was struck, or null when the run ended before it came to it. */
  readonly name: string | null;
  readonly first: ChildEnd;
}

/** The run without a blow: every call it made, in order, and what must come of every other one. */
export interface Unstruck {
  readonly calls: readonly Call[];
  /** Every statement it ran, each once. */
  readonly statements: readonly string[];
  readonly outcome: Outcome;
}

/** Runs the scene without a blow. @throws when it does not come to rest */
export function runUnstruck(scene: Scene): Promise<Unstruck> {
  return onStage(scene, async (stage) => {
    const { end, calls, statements } = await stage.liveAndTell();
    if (end.kind !== 'rest') throw new Error(`without a blow: ${JSON.stringify(end)}`);
    return { calls, statements, outcome: stage.outcome() };
  });
}

/**
 * One run with a blow, then a clean one where the first did not come to rest by itself. What comes of it must be what comes
 * of the run without.
 *
 * @throws with the seed, the blow and the difference
 */
export async function strike(scene: Scene, wanted: Outcome, blow: Blow): Promise<Struck> {
  const about = `seed ${scene.seed}, ${JSON.stringify(blow)}`;
  return await onStage(scene, async (stage) => {
    const { end: first, struck } = await stage.live(blow, 0);
    const { at } = blow;
    if (struck !== null && 'nth' in at && isKind(at.of) && struck.kind !== at.of)
      throw new Error(`struck at ${struck.name}, which is no call of the kind ${at.of}`);
    const told = `struck at ${struck?.name ?? 'nothing'}, first run ${JSON.stringify(first)}`;
    if (blow.how === 'full' && first.kind !== 'rest') throw new Error(`${told}: nobody else mends that`);
    if (first.kind !== 'rest') {
      const { end } = await stage.live(null, LATER_MS);
      if (end.kind !== 'rest') throw new Error(`${told}; the clean run after it: ${JSON.stringify(end)}`);
    }
    const wrong = difference(wanted, stage.outcome());
    if (wrong !== '') throw new Error(`${told}:\n${wrong}`);
    return { name: struck?.name ?? null, first };
  }).catch((error: unknown) => {
    throw new Error(`${about}: ${String(error)}`);
  });
}
