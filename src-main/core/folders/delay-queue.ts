import type { Clock } from '../clock.ts';

/** The number of keys that the queue passes to `onDue` before the event loop does other work. */
const TURN = 256;

/** A queue of keys. Each key becomes due a fixed time after the last `put` of the key. */
export interface DelayQueue<K> {
  readonly size: number;
  put(key: K): void;
  delete(key: K): void;
  clear(): void;
}

/**
 * Creates a queue that calls `onDue` for each key, `delayMs` after the last `put` of the key. One timer serves all keys, because all delays
 * are equal. If `onDue` returns a promise, the queue waits for the promise before the next call.
 */
export function createDelayQueue<K>(
  delayMs: number,
  clock: Clock,
  onDue: (key: K) => void | Promise<void>,
): DelayQueue<K> {
  const due = new Map<K, number>();
  let sleeper: AbortController | null = null;

  const run = async () => {
    const own = new AbortController();
    sleeper = own;
    let handed = 0;
    while (due.size > 0 && !own.signal.aborted) {
      // One iterator serves all keys, because a new iterator for each key would first skip the slots of all deleted keys.
      for (const [key, at] of due) {
        const wait = at - clock.monotonic();
        if (wait > 0) await clock.sleep(Math.ceil(wait), own.signal);
        if (own.signal.aborted) break;
        // During the sleep, the key may have been removed or put again. The sleep may also have ended early.
        if (due.get(key) !== at) continue;
        if (at > clock.monotonic()) break;
        due.delete(key);
        const room = onDue(key);
        if (room !== undefined) await room;
        handed += 1;
        if (handed % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
        if (own.signal.aborted) break;
      }
    }
    if (sleeper === own) sleeper = null;
  };

  return {
    get size() {
      return due.size;
    },
    put: (key) => {
      due.delete(key);
      due.set(key, clock.monotonic() + delayMs);
      if (sleeper === null) void run();
    },
    delete: (key) => void due.delete(key),
    clear: () => {
      due.clear();
      sleeper?.abort();
      // An aborted loop hands over no more keys, so the next `put` must start a new loop.
      sleeper = null;
    },
  };
}
