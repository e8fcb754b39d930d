/** Records until when a folder is fully scanned (monotonic times), and which groups wait for a scan. */
export interface ScanCoverage {
  /** The duration of the last scan in milliseconds. */
  readonly cost: number;
  /** The end of the last scan. */
  readonly ended: number;
  /** The ledger has all files that lay in the folder until this time. */
  readonly scannedUntil: number;
  /** The keys of the groups that wait for a scan. */
  readonly awaiting: ReadonlySet<string>;
  /** Whether waiting groups need a scan, because events are not reliable. */
  readonly needsScan: boolean;
  /** Records the end of a scan; `whole`: all found files are recorded. */
  walked(scan: { readonly began: number; readonly ended: number; readonly whole: boolean }): void;
  /** Records that an event named a path at this time. */
  named(now: number): void;
  /** Records that the scan of the named paths began, or that the paths were scanned and recorded. */
  hints(now: 'begun' | 'done'): void;
  /** Sets whether a group waits for the next scan. */
  setAwaiting(groupKey: string, awaiting: boolean): void;
  clear(): void;
}

/**
 * Creates the coverage of one folder. `completeSince` returns the time since which events report every change in the folder, or null if
 * events are not reliable; `onAwaited` is called when a first group waits for a scan.
 */
export function createScanCoverage(completeSince: () => number | null, onAwaited: () => void): ScanCoverage {
  const awaiting = new Set<string>();
  let began = Number.NEGATIVE_INFINITY;
  let ended = Number.NEGATIVE_INFINITY;
  let cost = 0;
  /** The times of the first event that is not scanned yet, and of the first event that is being scanned. */
  let waitingSince: number | null = null;
  let lookingSince: number | null = null;

  /** Events are reliable if a scan that began after them found the earlier files. */
  const isTold = () => {
    const since = completeSince();
    return since !== null && began >= since;
  };

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
    get needsScan() {
      return awaiting.size > 0 && !isTold();
    },
    walked: (scan) => {
      if (scan.whole) began = scan.began;
      ended = scan.ended;
      cost = scan.ended - scan.began;
    },
    named: (now) => {
      waitingSince ??= now;
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
