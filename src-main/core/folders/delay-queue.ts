import type { Clock } from '../clock.ts';

/** Keys handed over in one turn of the event loop. */
const TURN = 256;

/**
 * Keys that become due a fixed time after they were last put in, to the precision of a timer. As the time is the same for
 * all, the order of entry is the order of dueness, and one timer serves any number of keys.
 */
export class DelayQueue<K> {
  readonly #due = new Map<K, number>();
  readonly #delayMs: number;
  readonly #clock: Clock;
  readonly #onDue: (key: K) => void | Promise<void>;
  #sleeper: AbortController | null = null;

  /** While what `onDue` gives back is pending, no other key is handed over. */
  constructor(delayMs: number, clock: Clock, onDue: (key: K) => void | Promise<void>) {
    this.#delayMs = delayMs;
    this.#clock = clock;
    this.#onDue = onDue;
  }

  get size(): number {
    return this.#due.size;
  }

  /** Puts a key in, or starts its time anew. */
  put(key: K): void {
    this.#due.delete(key);
    this.#due.set(key, this.#clock.monotonic() + this.#delayMs);
    if (this.#sleeper === null) void this.#run();
  }

  delete(key: K): void {
    this.#due.delete(key);
  }

  has(key: K): boolean {
    return this.#due.has(key);
  }

  clear(): void {
    this.#due.clear();
    this.#sleeper?.abort();
    // A key put in right after this has its own run: the one that ends must not be taken for it.
    this.#sleeper = null;
  }

  async #run(): Promise<void> {
    const sleeper = new AbortController();
    this.#sleeper = sleeper;
    let handed = 0;
    while (this.#due.size > 0 && !sleeper.signal.aborted) {
      // One iterator for all that comes: a new one for each key would step over every key that went before.
      for (const [key, at] of this.#due) {
        const wait = at - this.#clock.monotonic();
        if (wait > 0) await this.#clock.sleep(Math.ceil(wait), sleeper.signal);
        if (sleeper.signal.aborted) break;
        // Taken out, or put in anew, during the sleep; or the sleep ended early.
        if (this.#due.get(key) !== at) continue;
        if (at > this.#clock.monotonic()) break;
        this.#due.delete(key);
        const room = this.#onDue(key);
        if (room !== undefined) await room;
        handed += 1;
        if (handed % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
        if (sleeper.signal.aborted) break;
      }
    }
    if (this.#sleeper === sleeper) this.#sleeper = null;
  }
}
