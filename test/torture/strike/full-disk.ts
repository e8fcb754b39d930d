import type { LongPart, Sitting } from '../part.ts';
import { inTurns } from './in-turns.ts';
import { buildProgram } from './program.ts';
import type { Scene } from './stage.ts';
import { runUnstruck, strike, type Unstruck } from './strikes.ts';
import { tally } from './tally.ts';

const SEED = 1;
const TELL_EVERY = 25;

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
export async function fillDisk({
  first,
  every,
  stop,
  say,
}: {
  /** The first place, from 1, and how far it is from there to the next. */
  readonly first: number;
  readonly every: number;
  readonly stop: AbortSignal;
  readonly say: (line: string) => void;
}): Promise<Sitting> {
  using program = await buildProgram();
  const all: Place[] = [];
  for (const name of ['front', 'desk'] as const) {
    const scene: Scene = { name, seed: SEED, program, secrets: 'file' };
    const unstruck = await runUnstruck(scene);
    const changes = unstruck.calls.filter((call) => call.changes);
    for (const [nth, { needsRoom }] of changes.entries()) if (needsRoom) all.push({ scene, unstruck, nth });
  }
  const places = all.filter((_, index) => index >= first - 1 && (index - first + 1) % every === 0);
  let ended = 0;
  const { results, broken } = await inTurns(places, stop, async ({ scene, unstruck, nth }) => {
    const at = { nth, of: 'changes' } as const;
    const struck = await strike(scene, unstruck.outcome, { at, how: 'full', side: 'before', flavour: 0 });
    ended += 1;
    if (ended % TELL_EVERY === 0) say(`${ended} places, of ${all.length}`);
    return struck;
  });
  const counted = tally();
  for (const struck of results) counted.add(struck);
  return { done: results.length, of: all.length, counts: counted.counts, broken };
}

export const fullDiskPart: LongPart = {
  name: 'full-disk',
  what: "The station's own disk is full for a quarter of an hour, from each durable change of both scenes on (front, then desk): every write of the ledger and every change of its files is refused. Without a new start it comes to the same final state.",
  scales: { every: 1 },
  unit: 'places',
  sit: ({ scale: { every = 1 }, ...rest }) => fillDisk({ ...rest, every }),
};
