import type { FolderRule } from '../../../contract/settings.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Limit } from '../../share-io/folder-calls.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import { type IntakePace, untilAwaitedWalk, untilNextWalk } from '../pace.ts';
import type { VerifiedWatch } from '../watch/verified-watch.ts';
import type { ScanCoverage } from './scan-coverage.ts';

/** A sleep that lasts so many milliseconds too long shows that this process stood still. */
const STANDSTILL_MS = 2_000;

export interface ScanSchedulerDependencies {
  readonly rule: FolderRule;
  readonly clock: Clock;
  readonly random: Random;
  readonly pace: IntakePace;
  readonly standing: Pick<FolderIdentity, 'identity' | 'exchangedFor'>;
  /** Runs calls into the folder that do not belong to a scan, one call at a time. */
  readonly turn: Limit;
  readonly watch: Pick<VerifiedWatch, 'mode' | 'isDead' | 'isOutdated' | 'test'>;
  /** Whether the last scan could not read a path, or could not record a result in the ledger. */
  readonly isIncomplete: () => boolean;
  readonly isReachable: () => boolean;
  readonly coverage: Pick<ScanCoverage, 'needsScan' | 'doubted' | 'cost' | 'ended' | 'doubt'>;
  /** Scans the folder. `reopen`: whether to open a new watcher after the scan. */
  readonly scan: (options: { readonly reopen: boolean }) => Promise<void>;
}

/** Decides when a folder is scanned: at regular intervals, and when the folder appears, disappears or is replaced. */
export interface ScanScheduler {
  run(signal: AbortSignal): Promise<void>;
  /** Computes the time of the next scan again. Must be called when the folder is watched in another way, for example by polling. */
  waitAnew(): void;
  /** Must be called after each scan, because an incomplete scan is repeated sooner than a complete scan. */
  adapt(): void;
  /** Must be called when a group starts to wait for a scan, or when events may have been lost, so that the scan starts sooner. */
  awaited(): void;
}

export function createScanScheduler(dependencies: ScanSchedulerDependencies): ScanScheduler {
  const { rule, clock, random, pace, standing, turn, watch, coverage, scan } = dependencies;
  let waiting = new AbortController();
  /** The monotonic time of the next regular scan; null if the time must be computed. */
  let due: number | null = null;
  let incomplete = false;

  const untilDue = () => {
    const told = watch.mode === 'events' && incomplete ? 'scan' : watch.mode;
    const watching = rule.watch === 'poll' ? 'poll' : told;
    return untilNextWalk(pace, rule, { watching, cost: coverage.cost, random });
  };

  const keepScanning = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const own = new AbortController();
      waiting = own;
      due ??= clock.monotonic() + untilDue();
      const pause = untilAwaitedWalk(pace, coverage);
      const next = coverage.needsScan ? Math.min(due, coverage.ended + pause) : due;
      const wait = Math.max(0, next - clock.monotonic());
      await clock.sleep(wait, AbortSignal.any([signal, own.signal]));
      if (signal.aborted) return;
      if (own.signal.aborted) continue;
      // If the next regular scan is more than `pause` away, only lost events and waiting groups cause a scan now. Otherwise the regular scan runs now.
      if (clock.monotonic() + pause < due) {
        if (coverage.needsScan) await scan({ reopen: false });
        continue;
      }
      due = null;
      const watched = rule.watch === 'auto';
      const dead = watched && watch.isDead;
      await scan({ reopen: dead });
      // The scan finds out whether the folder is on a share, where a probe file proves nothing. The test of the watcher therefore follows
      // the scan.
      if (watched && !dead) void watch.test(signal);
    }
  };

  const keepPulse = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const began = clock.monotonic();
      await clock.sleep(pace.pulseMs, signal);
      if (signal.aborted) return;
      // This process stood still, for example because it was stopped, so the system may have dropped events.
      if (clock.monotonic() - began > pace.pulseMs + STANDSTILL_MS) coverage.doubt(clock.monotonic());
      const identity = await turn(() => standing.identity()).catch(() => null);
      const exchanged = standing.exchangedFor(identity);
      const cameOrWent = (identity !== null) !== dependencies.isReachable();
      const outdated = identity !== null && (await watch.isOutdated());
      if (exchanged || cameOrWent || outdated) await scan({ reopen: exchanged || outdated });
    }
  };

  const waitAnew = () => {
    due = null;
    waiting.abort();
  };

  return {
    run: async (signal) => void (await Promise.all([keepScanning(signal), keepPulse(signal)])),
    waitAnew,
    adapt: () => {
      const now = dependencies.isIncomplete();
      if (now === incomplete) return;
      incomplete = now;
      waitAnew();
    },
    awaited: () => waiting.abort(),
  };
}
