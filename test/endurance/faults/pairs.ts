import type { LongPart, Sitting } from '../part.ts';
import { type Blow, type Call, NO_CALL } from './blow.ts';
import { buildProgram } from './program.ts';
import type { Scene } from './stage.ts';
import { type SomePlaces, someOf, strikePlaces } from './strike-places.ts';
import { runUnstruck, type Struck, strike } from './strikes.ts';

const SEED = 1;

/** A call and the one right before it, by their names: a place in the program that runs of another order have, too. */
interface Pair {
  readonly name: string;
  readonly after: string;
  readonly changes: boolean;
}

/** Every call and the one before it, each pair once, in the order of their names. */
export function pairsOf(calls: readonly Call[]): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const [index, { name, changes }] of calls.entries()) {
    const after = calls[index - 1]?.name ?? NO_CALL;
    pairs.set(`${name}\n${after}`, { name, after, changes });
  }
  return [...pairs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}

/**
 * Lets every pair of the desk's scene fail once, and once again be where it is killed, from a place on. Between two durable
 * changes a kill leaves the same behind wherever it comes: it comes right before each.
 */
export async function strikePairs(some: SomePlaces): Promise<Sitting> {
  using program = await buildProgram();
  const scene: Scene = { name: 'desk', seed: SEED, program, secrets: 'file' };
  const { calls, outcome } = await runUnstruck(scene);
  const pairs = pairsOf(calls);
  const sat = await strikePlaces(
    someOf(pairs, some),
    { ...some, about: pairs.length },
    async ([index, { name, after, changes }]) => {
      // Of what fails, a third had its effect all the same: an answer that was lost on its way back.
      const side = index % 3 === 2 ? 'after' : 'before';
      const blow = { at: { name, after }, side, flavour: Math.floor(index / 3) } satisfies Omit<Blow, 'how'>;
      const struck: Struck[] = [await strike(scene, outcome, { ...blow, how: 'fail' })];
      if (changes) struck.push(await strike(scene, outcome, { ...blow, how: 'kill', side: 'before' }));
      return struck;
    },
  );
  return { ...sat, of: pairs.length };
}

export const nthDeskPart: LongPart = {
  name: 'nth-desk',
  what: 'The same as nth where a person at the desk decides, takes back and sets: undo, a refused submission as another task type, duplicates, backlog, files that are changed, renamed, removed and touched, a share that is mounted, a refused answer, late files, a paused folder, secret, settings, PIN, a saved document, an answer to a frozen Task; entries of a folder being read are places, too. A place is a call and the one right before it, by name; it is killed right before each durable change.',
  scales: { every: 1 },
  unit: 'places',
  sit: ({ scale: { every = 1 }, ...rest }) => strikePairs({ ...rest, every }),
};
