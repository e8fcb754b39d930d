/** How far a folder is scanned, by monotonic times, and which groups wait for more: that nobody saw a change says nothing where nobody looked. */
export interface ScanCoverage {
  /** Milliseconds that the last scan took. */
  readonly cost: number;
  /** When the last scan ended. */
  readonly ended: number;
  /** All that lay in the folder until this time is recorded. */
  readonly scannedUntil: number;
  /** The keys of the groups that wait for a scan. */
  readonly awaiting: ReadonlySet<string>;
  /** Whether a scan has to find what groups wait for, because events do not. */
  readonly needsScan: boolean;
  /** A scan has ended; `whole`: all that it came across is recorded. */
  walked(scan: { readonly began: number; readonly ended: number; readonly whole: boolean }): void;
  /** An event named a path, at this time. */
  named(now: number): void;
  /** The paths that were named are looked at now, or were looked at and recorded. */
  hints(now: 'begun' | 'done'): void;
  /** Says of a group whether it waits for the next scan. */
  setAwaiting(groupKey: string, awaiting: boolean): void;
  /** No group waits any more. */
  clear(): void;
}

/**
 * Makes the coverage of one folder. `completeSince` gives the time since when events tell of all that happens in the folder, or null
 * while they may not; `onAwaited` is called when a first group waits for a scan.
 */
export function createScanCoverage(completeSince: () => number | null, onAwaited: () => void): ScanCoverage {
  const awaiting = new Set<string>();
  let began = Number.NEGATIVE_INFINITY;
  let ended = Number.NEGATIVE_INFINITY;
  let cost = 0;
  /** When the first event came of those that are not looked at yet, and of those that are being looked at. */
  let waitingSince: number | null = null;
  let lookingSince: number | null = null;

  /** What came before the events did, a scan has to have found. */
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
