import type { Clock } from '../../clock.ts';

/**
 * What the operating systems on the way may still hold of a request that has been handed over. While it drains there
 * is progress that nobody here can see, so a gap after that many bytes is allowed to be longer.
 */
const HELD_BYTES = 8 * 1024 * 1024;
const HELD_FACTOR = 2;
/** An abort without a reason makes a DOMException with its stack, one for each request. */
const STOPPED = 'stopped';

export interface IdleLimit {
  /** Something moved. `handedOver` is the number of request bytes that may still be on their way. */
  moved(handedOver?: number): void;
  /** Until something moves again. */
  stop(): void;
}

/**
 * Calls `onIdle` once nothing has moved for `limitMs` (never a total: docs/architecture.md 5), or for up to three
 * times that while a large body drains.
 */
export function startIdleLimit(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  limitMs: number,
  onIdle: () => void,
): IdleLimit {
  let sleeper: AbortController | null = null;
  let dueAt = 0;
  const stop = (): void => {
    sleeper?.abort(STOPPED);
    sleeper = null;
  };
  const wait = async (own: AbortController): Promise<void> => {
    // Bytes move far more often than anything is due, so a move only sets the time and the sleep is prolonged here.
    for (let left = dueAt - clock.monotonic(); left > 0; left = dueAt - clock.monotonic()) {
      await clock.sleep(left, own.signal);
      if (own.signal.aborted) return;
    }
    sleeper = null;
    onIdle();
  };
  const moved = (handedOver = 0): void => {
    const before = dueAt;
    const ms = limitMs * (1 + (HELD_FACTOR * Math.min(handedOver, HELD_BYTES)) / HELD_BYTES);
    dueAt = clock.monotonic() + ms;
    if (sleeper !== null && dueAt >= before) return;
    stop();
    sleeper = new AbortController();
    void wait(sleeper);
  };
  moved();
  return { moved, stop };
}
