import { utimes } from 'node:fs/promises';
import type { Clock } from '../clock.ts';

/** Far less than the age at which a copy that no row names counts as left over from a crash. */
const FRESHEN_EVERY_MS = 600_000;

/**
 * The copies that this process made and still needs. Until a row names a copy, the engine, which may be another process, knows only by the
 * copy's time that the copy is not left over from a crash. So their times are refreshed while further copies are made.
 */
export function copiesInHand(clock: Pick<Clock, 'now'>, pathOf: (name: string) => string) {
  const made = new Set<string>();
  /** Copies that are not about to be named by a row yet. */
  const unnamed = new Set<string>();
  let freshenedAt = clock.now();
  return {
    has: (name: string) => made.has(name),
    add(name: string): void {
      if (unnamed.size === 0) freshenedAt = clock.now();
      made.add(name);
      unnamed.add(name);
    },
    /** To be called when rows are about to name the copies. */
    settle: (): void => unnamed.clear(),
    remove(name: string): void {
      made.delete(name);
      unnamed.delete(name);
    },
    /** To be called often. Uses the wall clock, as the age of a file does, also across a sleep of the machine. */
    async freshen(): Promise<void> {
      const now = clock.now();
      if (Math.abs(now - freshenedAt) < FRESHEN_EVERY_MS) return;
      freshenedAt = now;
      const at = new Date(now);
      // If a copy is gone or refuses, its sending finds that out.
      for (const name of [...unnamed]) await utimes(pathOf(name), at, at).catch(() => undefined);
    },
  };
}
