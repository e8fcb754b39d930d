import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';

/**
 * Spreads the files of one folder over the stations that send from the folder, so that few documents are copied at more than one station.
 * Turns save work and decide nothing: each station may claim each document at any time.
 */
export interface Turns {
  /** Must be called when another station, whose lease has not run out, has the claim of a document of this folder. */
  saw(station: string): void;
  /** Whether another station that was seen lately takes up the file before this station does. `path`: relative to the folder. */
  isLater(path: string): boolean;
}

export function createTurns(stationId: string, clock: Pick<Clock, 'monotonic'>, rememberedMs: number): Turns {
  const others = new Map<string, number>();
  // Every station computes the same order of the stations for a path (rendezvous hashing).
  const rank = (station: string, path: string) =>
    createHash('sha256')
      .update(`${station}\0${path.normalize('NFC')}`)
      .digest('hex');
  return {
    saw: (station) => void others.set(station, clock.monotonic()),
    isLater: (path) => {
      const since = clock.monotonic() - rememberedMs;
      for (const [station, at] of others) if (at < since) others.delete(station);
      if (others.size === 0) return false;
      const own = rank(stationId, path);
      return [...others.keys()].some((station) => rank(station, path) < own);
    },
  };
}
