import type { FolderRule } from '../../contract/settings.ts';
import type { Random } from '../clock.ts';
import type { Watching } from '../ledger/tables/folders.ts';

/** How often things are looked at, in milliseconds. The defaults are for use; tests go faster. */
export interface IntakePace {
  /** Between walks where events are not to be had, by choice (`watch: 'poll'`) or for what the folder lies on; longer where a walk costs much. */
  readonly pollMs: number;
  /** Between walks when the watcher is found dead. */
  readonly fallbackMs: number;
  /** Between looks at the folder itself: is it there, and the same? */
  readonly pulseMs: number;
  /** How long the watcher has to report the probe file. */
  readonly probeMs: number;
  /** A file without its end is held after this, or after six quiet times if that is longer. */
  readonly unfinishedMs: number;
  readonly heartbeatMs: number;
  /** Heartbeats that must not move before another station takes over. */
  readonly missedBeats: number;
  readonly moveMs: number;
}

export const DEFAULT_PACE: IntakePace = {
  pollMs: 5_000,
  fallbackMs: 60_000,
  pulseMs: 5_000,
  probeMs: 5_000,
  unfinishedMs: 20_000,
  heartbeatMs: 5_000,
  missedBeats: 6,
  moveMs: 2_000,
};

/** A walk takes at most this part of the time, however often it is asked for. */
const WALK_SHARE = 20;
/** While groups wait for a walk, one may follow another sooner. */
const AWAITED_SHARE = 4;

/** Milliseconds from the end of a walk, which took `cost`, to one that groups wait for. It serves all that wait by then. */
export function untilAwaitedWalk({ pollMs }: Pick<IntakePace, 'pollMs'>, cost: number): number {
  return Math.max(pollMs, (AWAITED_SHARE - 1) * cost);
}

/** Milliseconds until the next walk of a folder, of which the last walk took `cost`. */
export function untilNextWalk(
  { pollMs, fallbackMs }: Pick<IntakePace, 'pollMs' | 'fallbackMs'>,
  { rescanMinutes }: Pick<FolderRule, 'rescanMinutes'>,
  { watching, cost, random }: { readonly watching: Watching; readonly cost: number; readonly random: Random },
): number {
  const jittered = rescanMinutes * 60_000 * (0.75 + random() / 2);
  switch (watching) {
    case 'events':
      return jittered;
    case 'poll':
      return Math.min(Math.max(pollMs, WALK_SHARE * cost), jittered);
    case 'scan':
      return Math.min(Math.max(fallbackMs, WALK_SHARE * cost), jittered);
  }
}
