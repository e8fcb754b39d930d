import type { Clock } from '../../../src-main/core/clock.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
  /** Takes its hand off a signal. */
  readonly deafen?: () => void;
}

/** The wall clock of one machine: it may jump, and it ends with its process. */
export interface MachineClock extends Clock {
  /** Moves the wall clock alone. */
  jump(ms: number): void;
  /** A clock of one process of this machine: after `die` nothing that slept in it wakes up again. */
  process(): { readonly clock: Clock; die(): void };
}

/** Simulated time of a whole world: machines, network and service. It passes only when the test lets it. */
export interface WorldClock {
  /** Milliseconds since the world began. */
  elapsed(): number;
  /** The true time, as the service's clock says it. */
  now(): number;
  machine(): MachineClock;
  after(ms: number, call: () => void): void;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets `ms` pass: whatever becomes due runs in order, and everything it sets off ends before the next. */
  advance(ms: number): Promise<void>;
  /** Lets everything run that can run without time passing. */
  settle(): Promise<void>;
  /** Nobody waits any longer: who was killed listens to signals for ever, and would keep the whole world in memory. */
  end(): void;
}

const QUIET_TURNS = 2;

/** Makes a world's clock. `busy` names work that the event loop cannot see by itself. */
export function createWorldClock(start: number, busy: () => boolean): WorldClock {
  let elapsed = 0;
  let orders = 0;
  const timers = new TimerHeap();

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const done = () => {
        timers.delete(timer);
        deafen();
        resolve();
      };
      const deafen = () => signal?.removeEventListener('abort', done);
      const timer: Timer = { at: elapsed + Math.max(0, ms), order: orders++, wake: done, deafen };
      timers.push(timer);
      signal?.addEventListener('abort', done);
    });

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = busy() || isBusy() ? 0 : quiet + 1)
      await new Promise((resolve) => setImmediate(resolve));
  };

  return {
    elapsed: () => elapsed,
    now: () => start + elapsed,
    sleep,
    settle,
    end: () => timers.deafen(),
    after: (ms, call) => timers.push({ at: elapsed + ms, order: orders++, wake: call }),
    machine: () => {
      let offset = 0;
      const now = () => Math.floor(start + elapsed + offset);
      const monotonic = () => elapsed;
      return {
        now,
        monotonic,
        sleep,
        jump: (ms) => {
          offset += ms;
        },
        process: () => {
          const never = new Promise<never>(() => undefined);
          let dead = false;
          const mortalSleep = async (ms: number, signal?: AbortSignal) => {
            await sleep(ms, signal);
            if (dead) await never;
          };
          const die = () => {
            dead = true;
          };
          return { clock: { now, monotonic, sleep: mortalSleep }, die };
        },
      };
    },
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (let timer = timers.take(end); timer !== null; timer = timers.take(end)) {
        elapsed = Math.max(elapsed, timer.at);
        timer.wake();
        await settle();
      }
      elapsed = end;
    },
  };
}

/** Files that are opened, read, written or closed, and turns of the loop that somebody waits for. */
function isBusy(): boolean {
  return process
    .getActiveResourcesInfo()
    .some((name) => name === 'Immediate' || name.startsWith('FSReq') || name.endsWith('CloseReq'));
}

/** Timers in order; one that was taken back stays until its turn comes. */
class TimerHeap {
  readonly #heap: Timer[] = [];
  readonly #live = new Set<Timer>();

  push(timer: Timer): void {
    this.#live.add(timer);
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(timer, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
  }

  delete(timer: Timer): void {
    this.#live.delete(timer);
  }

  deafen(): void {
    for (const timer of this.#live) timer.deafen?.();
  }

  /** The first one that is due until then, or null. */
  take(until: number): Timer | null {
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined) return null;
      if (!this.#live.has(first)) this.#pop();
      else if (first.at > until) return null;
      else {
        this.#pop();
        this.#live.delete(first);
        return first;
      }
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      let small = left;
      if (right !== undefined && isBefore(right, left)) {
        child += 1;
        small = right;
      }
      if (!isBefore(small, last)) break;
      heap[at] = small;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
