import type { LongPart, Sitting } from '../part.ts';
import { buildProgram } from './program.ts';
import type { Scene } from './stage.ts';
import { type SomePlaces, someOf, strikePlaces } from './strike-places.ts';
import { runUnstruck, strike, type Unstruck } from './strikes.ts';

const SEED = 1;

interface Place {
  readonly scene: Scene;
  readonly unstruck: Unstruck;
  /** Which of its durable changes is the first that finds no room. */
  readonly nth: number;
}

/**
 * Lets the disk be full for a quarter of an hour from a durable change on, for every change that needs room, from a place on.
 * The same life must come to its end by itself when there is room again, with what comes of a run without.
 */
export async function fillDisk(some: SomePlaces): Promise<Sitting> {
  using program = await buildProgram();
  const all: Place[] = [];
  for (const name of ['front', 'desk'] as const) {
    const scene: Scene = { name, seed: SEED, program, secrets: 'file' };
    const unstruck = await runUnstruck(scene);
    const changes = unstruck.calls.filter((call) => call.changes);
    for (const [nth, { needsRoom }] of changes.entries()) if (needsRoom) all.push({ scene, unstruck, nth });
  }
  const about = all.length;
  const sat = await strikePlaces(
    someOf(all, some),
    { ...some, about },
    async ([, { scene, unstruck, nth }]) => {
      const at = { nth, of: 'changes' } as const;
      return [await strike(scene, unstruck.outcome, { at, how: 'full', side: 'before', flavour: 0 })];
    },
  );
  return { ...sat, of: about };
}

export const fullDiskPart: LongPart = {
  name: 'full-disk',
  what: "The station's own disk is full for a quarter of an hour, from each durable change of both scenes on (front, then desk): every write of the ledger and every change of its files is refused. Without a new start it comes to the same final state.",
  scales: { every: 1 },
  unit: 'places',
  sit: ({ scale: { every = 1 }, ...rest }) => fillDisk({ ...rest, every }),
};
