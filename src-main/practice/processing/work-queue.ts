export interface WorkQueueParts {
  /** Runs one round of processing for a Task; must not reject. */
  readonly run: (taskId: number) => Promise<void>;
  /** Moves the oldest deferred Task to pending and returns its id; null if there is no deferred Task. */
  readonly promote: () => number | null;
  readonly capacity: number;
  readonly pendingCap: number;
  /** The minimum time in milliseconds that a Task stays pending. */
  readonly startMs: number;
}

/** Chooses the next Task to process: resumed Tasks first, then pending Tasks in order. At most `capacity` Tasks run at a time. */
export function createWorkQueue({ run, promote, capacity, pendingCap, startMs }: WorkQueueParts) {
  const pending = new Map<number, number>();
  const resumed = new Set<number>();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let held = false;
  let closed = false;

  /** Whether another pending Task fits; if not, a new Task is deferred. */
  function hasRoom(): boolean {
    return pending.size < pendingCap;
  }

  function add(taskId: number): void {
    pending.set(taskId, performance.now() + startMs);
    wake(startMs);
  }

  /** Queues a Task whose input has arrived and whose status is already processing. */
  function resume(taskId: number): void {
    resumed.add(taskId);
    wake(0);
  }

  /** Removes a Task that an administrator moved to another status. */
  function remove(taskId: number): void {
    pending.delete(taskId);
    resumed.delete(taskId);
    wake(0);
  }

  /** Starts no new round until `release`; running rounds finish. */
  function hold(): void {
    held = true;
  }

  function release(): void {
    held = false;
    wake(0);
  }

  /** Starts no further round and waits for the running rounds. */
  async function close(): Promise<void> {
    closed = true;
    if (timer) clearTimeout(timer);
    await Promise.all(running);
  }

  function wake(afterMs: number): void {
    if (closed) return;
    // The first Task in the queue is never due later than the Tasks behind it.
    if (timer && afterMs > 0) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => pump(), afterMs);
  }

  function pump(): void {
    timer = null;
    if (closed) return;
    refill();
    if (held) return;
    while (running.size < capacity) {
      const next = takeNext();
      if (next === null) break;
      const work = run(next).finally(() => {
        running.delete(work);
        wake(0);
      });
      running.add(work);
      refill();
    }
    wakeForHead();
  }

  function takeNext(): number | null {
    for (const id of resumed) {
      resumed.delete(id);
      return id;
    }
    for (const [id, readyAt] of pending) {
      if (readyAt > performance.now()) return null;
      pending.delete(id);
      return id;
    }
    return null;
  }

  function refill(): void {
    while (hasRoom()) {
      const promoted = promote();
      if (promoted === null) return;
      pending.set(promoted, performance.now() + startMs);
    }
  }

  function wakeForHead(): void {
    if (running.size >= capacity) return;
    for (const readyAt of pending.values()) {
      wake(Math.max(1, Math.ceil(readyAt - performance.now())));
      return;
    }
  }

  return { hasRoom, add, resume, remove, hold, release, close };
}

export type WorkQueue = ReturnType<typeof createWorkQueue>;
