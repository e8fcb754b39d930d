import { utimes } from 'node:fs/promises';
import type { Clock } from '../clock.ts';

/** Far less than the age from which on a copy that no row names counts as left behind. */
const FRESHEN_EVERY_MS = 600_000;

/**
 * The copies that this process made and still has. Before their rows are there nothing else tells the engine, which may be another
 * process, that they are not left over from a crash: so they are given the time of now, for as long as others are copied with them.
 */
export function copiesInHand(clock: Pick<Clock, 'now'>, pathOf: (name: string) => string) {
  const made = new Set<string>();
  /** Those about which nobody has said yet that their rows come now. */
  const unnamed = new Set<string>();
  let freshenedAt = clock.now();
  return {
    has: (name: string) => made.has(name),
    add(name: string): void {
      if (unnamed.size === 0) freshenedAt = clock.now();
      made.add(name);
      unnamed.add(name);
    },
    /** To be called when they are about to be named by rows. */
    settle: (): void => unnamed.clear(),
    remove(name: string): void {
      made.delete(name);
      unnamed.delete(name);
    },
    /** To be called often; by the wall clock, as ages are told by it, also across a sleep of the machine. */
    async freshen(): Promise<void> {
      const now = clock.now();
      if (Math.abs(now - freshenedAt) < FRESHEN_EVERY_MS) return;
      freshenedAt = now;
      const at = new Date(now);
      // One that is gone, or refuses, is found out when it is sent.
      for (const name of [...unnamed]) await utimes(pathOf(name), at, at).catch(() => undefined);
    },
  };
}
