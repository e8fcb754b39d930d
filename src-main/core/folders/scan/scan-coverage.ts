/** Records up to which time the ledger has every file of a folder, and which groups wait for a scan. Times are monotonic milliseconds. */
export interface ScanCoverage {
  readonly cost: number;
  readonly ended: number;
  /** The ledger has every file that was in the folder at this time. */
  readonly scannedUntil: number;
  readonly awaiting: ReadonlySet<string>;
  /** Whether events may have been lost, or groups wait for a scan of the whole folder because events may not report every change. */
  readonly needsScan: boolean;
  /** Whether events may have been lost since the last scan of the whole folder began. */
  readonly doubted: boolean;
  /** Records the end of a scan. `whole`: whether the scan read the whole folder and recorded every found file. */
  walked(scan: { readonly began: number; readonly ended: number; readonly whole: boolean }): void;
  named(now: number): void;
  /** Records that events before `now` may have been lost. Until a scan that begins later, events replace no scan. */
  doubt(now: number): void;
  /** Records that a scan of the paths that events named has begun (`begun`), or that the ledger has the results of this scan (`done`). */
  hints(now: 'begun' | 'done'): void;
  setAwaiting(groupKey: string, awaiting: boolean): void;
  clear(): void;
}

/** `completeSince` returns the time since which events are reliable, or null. `onAwaited`: called when something begins to wait for a scan. */
export function createScanCoverage(completeSince: () => number | null, onAwaited: () => void): ScanCoverage {
  const awaiting = new Set<string>();
  let began = Number.NEGATIVE_INFINITY;
  let ended = Number.NEGATIVE_INFINITY;
  let cost = 0;
  let doubtedAt = Number.NEGATIVE_INFINITY;
  // `waitingSince`: the time of the first event whose path no scan has begun to read. `lookingSince`: the time of the first event whose
  // path a scan is reading now. Either time is null without such an event.
  let waitingSince: number | null = null;
  let lookingSince: number | null = null;

  // Whether events can replace a scan: events report every change since `completeSince`, and a later scan found all older changes.
  const isTold = () => {
    const since = completeSince();
    return since !== null && began >= since && !isDoubted();
  };
  const isDoubted = () => began < doubtedAt;

  return {
    get cost() {
      return cost;
    },
    get ended() {
      return ended;
    },
    get scannedUntil() {
      if (!isTold()) return began;
      return Math.max(began, lookingSince ?? waitingSince ?? Number.POSITIVE_INFINITY);
    },
    get awaiting() {
      return awaiting;
    },
    get doubted() {
      return isDoubted();
    },
    get needsScan() {
      return isDoubted() || (awaiting.size > 0 && !isTold());
    },
    walked: (scan) => {
      if (scan.whole) began = scan.began;
      ended = scan.ended;
      cost = scan.ended - scan.began;
    },
    named: (now) => {
      waitingSince ??= now;
    },
    doubt: (now) => {
      doubtedAt = now;
      onAwaited();
    },
    hints: (now) => {
      if (now === 'done') {
        lookingSince = null;
        return;
      }
      lookingSince = waitingSince;
      waitingSince = null;
    },
    setAwaiting: (groupKey, awaited) => {
      if (!awaited) {
        awaiting.delete(groupKey);
        return;
      }
      const isFirst = awaiting.size === 0;
      awaiting.add(groupKey);
      if (isFirst) onAwaited();
    },
    clear: () => awaiting.clear(),
  };
}
