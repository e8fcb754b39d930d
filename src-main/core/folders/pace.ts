import type { FolderRule } from '../../contract/settings.ts';
import type { Random } from '../clock.ts';
import type { Watching } from '../ledger/tables/folders.ts';

/** Intervals of the intake in milliseconds. Tests use shorter intervals than the defaults. */
export interface IntakePace {
  /** The interval between scans of a folder without events, by choice (`watch: 'poll'`) or by its file system; longer for slow scans. */
  readonly pollMs: number;
  /** The interval between scans while the watcher is dead. */
  readonly fallbackMs: number;
  /** The interval between checks whether the folder exists and is still the same. */
  readonly pulseMs: number;
  /** The time within which the watcher must report the probe file. */
  readonly probeMs: number;
  /** A file without its end is held after this time, or after six quiet times if they are longer. */
  readonly unfinishedMs: number;
  readonly heartbeatMs: number;
  /** The number of missed heartbeats after which another station takes over. */
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

/** Scans take at most one part in this many of the time. */
const WALK_SHARE = 20;
/** Scans may take a larger part of the time while groups wait for a scan. */
const AWAITED_SHARE = 4;

/** Milliseconds from the end of a scan that took `cost` to the next scan for waiting groups. */
export function untilAwaitedWalk({ pollMs }: Pick<IntakePace, 'pollMs'>, cost: number): number {
  return Math.max(pollMs, (AWAITED_SHARE - 1) * cost);
}

/** Milliseconds until the next scan of a folder, if the last scan took `cost`. */
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
