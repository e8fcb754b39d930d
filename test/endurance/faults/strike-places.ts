import type { Sitting } from '../part.ts';
import { inTurns } from './in-turns.ts';
import type { Struck } from './strikes.ts';
import { tally } from './tally.ts';

const TELL_EVERY = 25;

/** Some of the places of a part, and how its sitting goes on. */
export interface SomePlaces {
  /** The first place, from 1, and how far it is from there to the next. */
  readonly first: number;
  readonly every: number;
  readonly stop: AbortSignal;
  readonly say: (line: string) => void;
}

/** Those of all places, each with its number from 0. */
export function someOf<T>(all: readonly T[], { first, every }: SomePlaces): [number, T][] {
  return [...all.entries()].filter(([index]) => index >= first - 1 && (index - first + 1) % every === 0);
}

/** Strikes at each place, a few at a time, and counts what became of it; `about` is how many there are in all. */
export async function strikePlaces<P>(
  places: Iterable<P>,
  { stop, say, about }: Pick<SomePlaces, 'stop' | 'say'> & { readonly about: number },
  blowsAt: (place: P) => Promise<readonly Struck[]>,
): Promise<Omit<Sitting, 'of'>> {
  let ended = 0;
  const { results, broken } = await inTurns(places, stop, async (place) => {
    const struck = await blowsAt(place);
    ended += 1;
    if (ended % TELL_EVERY === 0) say(`${ended} places, of about ${about}`);
    return struck;
  });
  const counted = tally();
  for (const blows of results) for (const struck of blows) counted.add(struck);
  return { done: results.length, counts: counted.counts, broken };
}
