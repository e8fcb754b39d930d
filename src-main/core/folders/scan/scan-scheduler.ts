import type { FolderRule } from '../../../contract/settings.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Limit } from '../../share-io/folder-calls.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import { type IntakePace, untilAwaitedWalk, untilNextWalk } from '../pace.ts';
import type { VerifiedWatch } from '../watch/verified-watch.ts';
import type { ScanCoverage } from './scan-coverage.ts';

export interface ScanSchedulerDependencies {
  readonly rule: FolderRule;
  readonly clock: Clock;
  readonly random: Random;
  readonly pace: IntakePace;
  readonly standing: Pick<FolderIdentity, 'identity' | 'exchangedFor'>;
  /** Runs questions about the folder beside its scans. */
  readonly turn: Limit;
  readonly watch: Pick<VerifiedWatch, 'mode' | 'isDead' | 'test'>;
  /** Whether the last scan failed to read or record something. */
  readonly isIncomplete: () => boolean;
  readonly isReachable: () => boolean;
  readonly coverage: Pick<ScanCoverage, 'needsScan' | 'cost' | 'ended'>;
  /** Scans the folder; `reopen` opens a new watcher afterwards. */
  readonly scan: (options: { readonly reopen: boolean }) => Promise<void>;
}

/** Decides when a folder is scanned: at regular intervals, and when the folder appears, disappears or is replaced. */
export interface ScanScheduler {
  /** Resolves after the signal has fired and no scan of the scheduler is running. */
  run(signal: AbortSignal): Promise<void>;
  /** Call this if the kind of watching has changed: the wait for the next scan starts again. */
  waitAnew(): void;
  /** Call this after each scan: the next scan comes sooner while something could not be read or recorded. */
  adapt(): void;
  /** Call this if a group waits for a scan. */
  awaited(): void;
}

export function createScanScheduler(dependencies: ScanSchedulerDependencies): ScanScheduler {
  const { rule, clock, random, pace, standing, turn, watch, coverage, scan } = dependencies;
  let waiting = new AbortController();
  /** The time of the next regular scan. */
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
      const pause = untilAwaitedWalk(pace, coverage.cost);
      const next = coverage.needsScan ? Math.min(due, coverage.ended + pause) : due;
      const wait = Math.max(0, next - clock.monotonic());
      await clock.sleep(wait, AbortSignal.any([signal, own.signal]));
      if (signal.aborted) return;
      if (own.signal.aborted) continue;
      // If the next regular scan is soon, groups wait for that scan.
      if (clock.monotonic() + pause < due) {
        if (coverage.needsScan) await scan({ reopen: false });
        continue;
      }
      due = null;
      const watched = rule.watch === 'auto';
      const dead = watched && watch.isDead;
      await scan({ reopen: dead });
      // The scan has found out whether calls into the folder can hang.
      if (watched && !dead) void watch.test(signal);
    }
  };

  const keepPulse = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await clock.sleep(pace.pulseMs, signal);
      if (signal.aborted) return;
      const identity = await turn(() => standing.identity()).catch(() => null);
      const exchanged = standing.exchangedFor(identity);
      const cameOrWent = (identity !== null) !== dependencies.isReachable();
      if (exchanged || cameOrWent) await scan({ reopen: exchanged });
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
