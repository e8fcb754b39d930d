/**
 * What the operating systems on the way may still hold of a request that has been handed over. While it drains there
 * is progress that nobody here can see, so a gap after that many bytes is allowed to be longer.
 */
const HELD_BYTES = 8 * 1024 * 1024;
const HELD_FACTOR = 2;

export interface IdleLimit {
  /** Something moved. `handedOver` is the number of request bytes that may still be on their way. */
  moved(handedOver?: number): void;
  /** Until something moves again. */
  stop(): void;
}

/**
 * Calls `onIdle` once nothing has moved for `limitMs` (never a total: DESIGN.md 5), or for up to three times that while
 * a large body drains.
 */
export function startIdleLimit(limitMs: number, onIdle: () => void): IdleLimit {
  let armed: { timer: NodeJS.Timeout; ms: number } | null = null;
  const stop = (): void => {
    clearTimeout(armed?.timer);
    armed = null;
  };
  const moved = (handedOver = 0): void => {
    const ms = limitMs * (1 + (HELD_FACTOR * Math.min(handedOver, HELD_BYTES)) / HELD_BYTES);
    if (armed?.ms === ms) {
      armed.timer.refresh();
      return;
    }
    stop();
    armed = { timer: setTimeout(onIdle, ms), ms };
  };
  moved();
  return { moved, stop };
}
