import type { Clock } from '../../../../../src-main/core/clock.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly resolve: () => void;
}

/** Time that passes only when a test lets it: thousands of simulated hours take seconds. */
export interface VirtualClock extends Clock {
  /** Lets `ms` pass: every timer fires in order, and everything it sets off runs before the next. */
  advance(ms: number): Promise<void>;
  /** Lets time pass until `done`, at most `limitMs`; gives whether it came true. */
  runUntil(done: () => boolean, limitMs: number): Promise<boolean>;
  /** Moves the wall clock alone. */
  jump(ms: number): void;
  /** From now on it is so much later each time that somebody looks at the wall clock, as on a real machine. */
  passWhileLooking(ms: number): void;
  /** Calls back after `ms`, as the world outside the outbox does. */
  after(ms: number, call: () => void): void;
}

/** Lets everything that can run now run: promises, and the real files and turns of the loop that they wait for. */
export async function flush(): Promise<void> {
  do {
    await new Promise((resolve) => setImmediate(resolve));
  } while (process.getActiveResourcesInfo().some((name) => name === 'Immediate' || name.startsWith('FSReq')));
}

export function createVirtualClock(start = Date.UTC(2026, 0, 5, 8)): VirtualClock {
  let elapsed = 0;
  let wallOffset = start;
  let perLook = 0;
  let orders = 0;
  let timers: Timer[] = [];

  const add = (ms: number, resolve: () => void): Timer => {
    const timer = { at: elapsed + Math.max(0, ms), order: orders++, resolve };
    timers.push(timer);
    return timer;
  };
  const remove = (timer: Timer) => {
    timers = timers.filter((other) => other !== timer);
  };
  const takeFirst = (until: number): Timer | null => {
    let first: Timer | null = null;
    for (const timer of timers) {
      if (timer.at > until) continue;
      if (first === null || timer.at < first.at || (timer.at === first.at && timer.order < first.order))
        first = timer;
    }
    if (first !== null) remove(first);
    return first;
  };

  return {
    now: () => {
      wallOffset += perLook;
      return wallOffset + elapsed;
    },
    passWhileLooking(ms) {
      perLook = ms;
    },
    monotonic: () => elapsed,
    sleep(ms, signal) {
      return new Promise((resolve) => {
        if (signal?.aborted) {
          resolve();
          return;
        }
        const timer = add(ms, resolve);
        signal?.addEventListener(
          'abort',
          () => {
            remove(timer);
            resolve();
          },
          { once: true },
        );
      });
    },
    async advance(ms) {
      const end = elapsed + ms;
      await flush();
      for (let timer = takeFirst(end); timer !== null; timer = takeFirst(end)) {
        elapsed = Math.max(elapsed, timer.at);
        timer.resolve();
        await flush();
      }
      elapsed = end;
    },
    async runUntil(done, limitMs) {
      const end = elapsed + limitMs;
      await flush();
      while (!done()) {
        const timer = takeFirst(end);
        if (timer === null) {
          await flush();
          if (timers.length === 0 || !timers.some((other) => other.at <= end)) return done();
          continue;
        }
        elapsed = Math.max(elapsed, timer.at);
        timer.resolve();
        await flush();
      }
      return true;
    },
    jump(ms) {
      wallOffset += ms;
    },
    after: (ms, call) => void add(ms, call),
  };
}

/** The clock of one process: once it has died, nothing that slept in it wakes up again. */
export function mortal(clock: Clock): { clock: Clock; die(): void } {
  let dead = false;
  const never = new Promise<never>(() => undefined);
  return {
    clock: {
      now: clock.now,
      monotonic: clock.monotonic,
      sleep: async (ms, signal) => {
        await clock.sleep(ms, signal);
        if (dead) await never;
      },
    },
    die: () => {
      dead = true;
    },
  };
}
