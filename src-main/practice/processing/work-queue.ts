export interface WorkQueueParts {
  /** Processes one Task to the end of a round; must not reject. */
  readonly run: (taskId: number) => Promise<void>;
  /** Moves the oldest deferred Task to pending and gives its id, or null when none is parked. */
  readonly promote: () => number | null;
  readonly capacity: number;
  readonly pendingCap: number;
  /** Milliseconds a Task stays pending at least. */
  readonly startMs: number;
}

/** Decides which Task is processed when: resumed Tasks first, then pending ones in order, at most `capacity` at a time. */
export class WorkQueue {
  readonly #parts: WorkQueueParts;
  readonly #pending = new Map<number, number>();
  readonly #resumed = new Set<number>();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #held = false;
  #closed = false;

  constructor(parts: WorkQueueParts) {
    this.#parts = parts;
  }

  /** Whether one more pending Task fits before creates are parked. */
  hasRoom(): boolean {
    return this.#pending.size < this.#parts.pendingCap;
  }

  /** Queues a pending Task. */
  add(taskId: number): void {
    this.#pending.set(taskId, performance.now() + this.#parts.startMs);
    this.#wake(this.#parts.startMs);
  }

  /** Queues a Task that is already in processing because its input arrived. */
  resume(taskId: number): void {
    this.#resumed.add(taskId);
    this.#wake(0);
  }

  /** Forgets a Task that was moved by hand. */
  remove(taskId: number): void {
    this.#pending.delete(taskId);
    this.#resumed.delete(taskId);
    this.#wake(0);
  }

  /** No new round starts until `release`; rounds under way finish. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#wake(0);
  }

  /** Starts nothing more and waits for the rounds under way. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await Promise.all(this.#running);
  }

  #wake(afterMs: number): void {
    if (this.#closed) return;
    // A timer for the head of the queue is never later than one for a Task behind it.
    if (this.#timer && afterMs > 0) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), afterMs);
  }

  #pump(): void {
    this.#timer = null;
    if (this.#closed) return;
    this.#refill();
    if (this.#held) return;
    while (this.#running.size < this.#parts.capacity) {
      const next = this.#next();
      if (next === null) break;
      const work = this.#parts.run(next).finally(() => {
        this.#running.delete(work);
        this.#wake(0);
      });
      this.#running.add(work);
      this.#refill();
    }
    this.#wakeForHead();
  }

  #next(): number | null {
    for (const id of this.#resumed) {
      this.#resumed.delete(id);
      return id;
    }
    for (const [id, readyAt] of this.#pending) {
      if (readyAt > performance.now()) return null;
      this.#pending.delete(id);
      return id;
    }
    return null;
  }

  #refill(): void {
    while (this.hasRoom()) {
      const promoted = this.#parts.promote();
      if (promoted === null) return;
      this.#pending.set(promoted, performance.now() + this.#parts.startMs);
    }
  }

  #wakeForHead(): void {
    if (this.#running.size >= this.#parts.capacity) return;
    for (const readyAt of this.#pending.values()) {
      this.#wake(Math.max(1, Math.ceil(readyAt - performance.now())));
      return;
    }
  }
}
