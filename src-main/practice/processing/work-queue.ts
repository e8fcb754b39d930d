export interface WorkQueueParts {
  /** Processes a Task once. The promise must not reject. */
  readonly run: (taskId: number) => Promise<void>;
  /** Changes the oldest deferred Task to pending and returns the row id of the Task. Returns null if no Task is deferred. */
  readonly promote: () => number | null;
  readonly capacity: number;
  readonly pendingCap: number;
  readonly startMs: number;
}

/** Processes at most `capacity` Tasks at a time: first resumed Tasks, then pending Tasks that were queued at least `startMs` ago. */
export function createWorkQueue({ run, promote, capacity, pendingCap, startMs }: WorkQueueParts) {
  const pending = new Map<number, number>();
  const resumed = new Set<number>();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let held = false;
  let closed = false;

  function hasRoom(): boolean {
    return pending.size < pendingCap;
  }

  function add(taskId: number): void {
    pending.set(taskId, performance.now() + startMs);
    wake(startMs);
  }

  /** Queues a waiting Task that a client resumed. The status of the Task must already be `processing`. */
  function resume(taskId: number): void {
    resumed.add(taskId);
    wake(0);
  }

  function remove(taskId: number): void {
    pending.delete(taskId);
    resumed.delete(taskId);
    wake(0);
  }

  function hold(): void {
    held = true;
  }

  function release(): void {
    held = false;
    wake(0);
  }

  async function close(): Promise<void> {
    closed = true;
    if (timer) clearTimeout(timer);
    await Promise.all(running);
  }

  function wake(afterMs: number): void {
    if (closed) return;
    // Every pending Task waits for the same time, `startMs`. A timer that is already running is for an earlier Task and ends sooner.
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
