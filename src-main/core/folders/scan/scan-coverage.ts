export interface ScanCoverageParts {
  /** Since when events tell of all that happens in the folder, or null while they may not. */
  readonly toldSince: () => number | null;
  /** A group waits for a walk. */
  readonly onAwaited: () => void;
}

/**
 * How far a folder is known, by monotonic times, and which groups wait to be sure of it: that nobody saw a change
 * says nothing where nobody looked.
 */
export class ScanCoverage {
  readonly #awaiting = new Set<string>();
  #parts: ScanCoverageParts = { toldSince: () => null, onAwaited: () => undefined };
  #began = Number.NEGATIVE_INFINITY;
  #ended = Number.NEGATIVE_INFINITY;
  #cost = 0;
  /** When the first event came of those that are not looked at yet, and of those that are being looked at. */
  readonly #named: { waiting: number | null; looking: number | null } = { waiting: null, looking: null };

  /** Takes up who looks. */
  follow(parts: ScanCoverageParts): void {
    this.#parts = parts;
  }

  /** A walk has ended; `whole`: all that it came across is recorded. */
  walked({ began, ended, whole }: { began: number; ended: number; whole: boolean }): void {
    if (whole) this.#began = began;
    this.#ended = ended;
    this.#cost = ended - began;
  }

  /** An event named something, at this time. */
  named(now: number): void {
    this.#named.waiting ??= now;
  }

  /** What was named is looked at now, or was, and recorded. */
  lookAtNamed(now: 'begun' | 'done'): void {
    if (now === 'done') {
      this.#named.looking = null;
      return;
    }
    this.#named.looking = this.#named.waiting;
    this.#named.waiting = null;
  }

  /** Milliseconds that the last walk took. */
  get cost(): number {
    return this.#cost;
  }

  /** When the last walk ended. */
  get ended(): number {
    return this.#ended;
  }

  /** Whether all that lay in the folder at a time is recorded. */
  reach(time: number): boolean {
    if (this.#began >= time) return true;
    const { looking, waiting } = this.#named;
    return this.#isTold && (looking ?? waiting ?? time) >= time;
  }

  /** Whether a walk has to find what groups wait for: events and what they name do not. */
  get needWalk(): boolean {
    return this.#awaiting.size > 0 && !this.#isTold;
  }

  /** Says of a group whether it waits for the next walk. */
  setAwaiting(groupKey: string, awaiting: boolean): void {
    if (!awaiting) {
      this.#awaiting.delete(groupKey);
      return;
    }
    const first = this.#awaiting.size === 0;
    this.#awaiting.add(groupKey);
    if (first) this.#parts.onAwaited();
  }

  get awaiting(): ReadonlySet<string> {
    return this.#awaiting;
  }

  /** What came before the events did, a walk has to have found. */
  get #isTold(): boolean {
    const told = this.#parts.toldSince();
    return told !== null && this.#began >= told;
  }

  /** No group waits any more. */
  clear(): void {
    this.#awaiting.clear();
  }
}
