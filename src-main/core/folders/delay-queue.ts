import type { Clock } from '../clock.ts';

/** Keys handed over in one turn of the event loop. */
const TURN = 256;

/** Keys that become due a fixed time after they were last put in, to the precision of a timer. */
export interface DelayQueue<K> {
  readonly size: number;
  /** Puts a key in, or starts its time anew. */
  put(key: K): void;
  delete(key: K): void;
  clear(): void;
}

/**
 * Makes a queue for one delay. The order of entry is the order in which keys are due, so one timer serves any number of keys. While
 * the promise that `onDue` gives is pending, no other key is handed over.
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
      // One iterator serves all keys: a new one for each key would step over every key that went before.
      for (const [key, at] of due) {
        const wait = at - clock.monotonic();
        if (wait > 0) await clock.sleep(Math.ceil(wait), own.signal);
        if (own.signal.aborted) break;
        // The key was taken out or put in anew during the sleep, or the sleep ended early.
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
      // A key that is put in right after this starts a run of its own.
      sleeper = null;
    },
  };
}
