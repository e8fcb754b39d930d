import type { Clock } from '../clock.ts';

/**
 * Keys that become due a fixed time after they were last put in, to the precision of a timer. As the time is the same for
 * all, the order of entry is the order of dueness, and one timer serves any number of keys.
 */
export class DelayQueue<K> {
  readonly #due = new Map<K, number>();
  readonly #delayMs: number;
  readonly #clock: Clock;
  readonly #onDue: (key: K) => void;
  #sleeper: AbortController | null = null;

  constructor(delayMs: number, clock: Clock, onDue: (key: K) => void) {
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
    for (;;) {
      const first = this.#due.values().next();
      if (sleeper.signal.aborted || first.done) break;
      const wait = first.value - this.#clock.monotonic();
      if (wait > 0) {
        await this.#clock.sleep(Math.ceil(wait), sleeper.signal);
        continue;
      }
      const [key] = this.#due.keys();
      if (key === undefined) break;
      this.#due.delete(key);
      this.#onDue(key);
    }
    if (this.#sleeper === sleeper) this.#sleeper = null;
  }
}
