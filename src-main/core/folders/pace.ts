import type { FolderRule } from '../../contract/settings.ts';
import type { Random } from '../clock.ts';
import type { Watching } from '../ledger/tables/folders.ts';

/** Intervals of the intake, in milliseconds. Tests use shorter intervals than the defaults. */
export interface IntakePace {
  /** The interval between scans of a folder that is polled or whose file system reports no events. A slow scan gets a longer interval. */
  readonly pollMs: number;
  /** The interval between scans while the watcher does not work. */
  readonly fallbackMs: number;
  /** The interval between checks whether the folder exists and is the same folder as before. */
  readonly pulseMs: number;
  /** The time in which a watcher must report the probe file. */
  readonly probeMs: number;
  /** The time (at least six quiet times) after which an unchanged file is held if it lacks the end marker of its format. */
  readonly unfinishedMs: number;
  readonly heartbeatMs: number;
  /** The number of missed heartbeats after which another station takes over the lease. */
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

/** Regular scans may take at most this part of the time; 20 means a twentieth. */
const WALK_SHARE = 20;
/** Scans that a group waits for may take a larger part of the time, so that the group is sent sooner. */
const AWAITED_SHARE = 4;

/** Returns the milliseconds from the end of a scan that took `cost` ms to the next scan that a group waits for. */
export function untilAwaitedWalk({ pollMs }: Pick<IntakePace, 'pollMs'>, cost: number): number {
  return Math.max(pollMs, (AWAITED_SHARE - 1) * cost);
}

/** Returns the milliseconds until the next regular scan, if the last scan took `cost` ms. */
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
