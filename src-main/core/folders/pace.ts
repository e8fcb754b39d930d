import type { FolderRule } from '../../contract/settings.ts';
import type { Random } from '../clock.ts';
import type { Watching } from '../ledger/tables/folders.ts';

/** The intervals of the work on watched folders, in milliseconds. Tests use shorter intervals than the defaults. */
export interface IntakePace {
  /** The interval between scans of a folder without reliable events. After a slow scan, the interval is longer. */
  readonly pollMs: number;
  /** The interval between scans while the folder's watcher does not work. After a slow scan, the interval is longer. */
  readonly fallbackMs: number;
  /** The interval between checks whether the folder exists and is the same folder as before. */
  readonly pulseMs: number;
  /** The time limit for a watcher to report the probe file, a file that Clearfolder writes to test the watcher. */
  readonly probeMs: number;
  /** An unchanged file without the end marker of its format is held after this time, or after six times `quietSeconds` if longer. */
  readonly unfinishedMs: number;
  /** A file that still changes is held after this time, or after six times `quietSeconds` if longer. */
  readonly changingMs: number;
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
  changingMs: 600_000,
  heartbeatMs: 5_000,
  missedBeats: 6,
  moveMs: 2_000,
};

/** The divisor that limits the load of regular scans: 20 means that scans take at most about a twentieth of the time. */
const WALK_SHARE = 20;
// The divisor, as `WALK_SHARE`, for scans that a group waits for: 4 means at most a quarter of the time, so that the group is sent sooner.
const AWAITED_SHARE = 4;
// The divisor, as `WALK_SHARE`, for scans that find what lost events would have named: 2 means at most half of the time.
const DOUBTED_SHARE = 2;

/**
 * Returns the milliseconds until the next scan that a group or lost events wait for. `cost`: the duration of the last scan in milliseconds.
 * `doubted`: whether events may have been lost.
 */
export function untilAwaitedWalk(
  { pollMs }: Pick<IntakePace, 'pollMs'>,
  { cost, doubted }: { readonly cost: number; readonly doubted: boolean },
): number {
  return Math.max(pollMs, ((doubted ? DOUBTED_SHARE : AWAITED_SHARE) - 1) * cost);
}

/** Returns the milliseconds until the next regular scan. `cost`: the duration of the last scan in milliseconds. */
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
