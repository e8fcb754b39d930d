import type { Clock } from '../clock.ts';

/** The number of keys handed over in one turn of the event loop. */
const TURN = 256;

/** Keys that become due a fixed time after their last `put`, to the precision of a timer. */
export interface DelayQueue<K> {
  readonly size: number;
  /** Adds a key, or restarts its delay. */
  put(key: K): void;
  delete(key: K): void;
  clear(): void;
}

/**
 * Creates a queue with one delay. Keys become due in the order of entry, so one timer serves any number of keys. While the promise from
 * `onDue` is pending, the queue hands over no other key.
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
      // One iterator serves all keys, because a new iterator for each key would step over all earlier keys.
      for (const [key, at] of due) {
        const wait = at - clock.monotonic();
        if (wait > 0) await clock.sleep(Math.ceil(wait), own.signal);
        if (own.signal.aborted) break;
        // During the sleep the key was removed or added again, or the sleep ended early.
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
      // From here on, a new key starts another run.
      sleeper = null;
    },
  };
}
