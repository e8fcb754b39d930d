import { type Clock, systemClock } from '../../src-main/core/clock.ts';

interface Timer {
  readonly at: number;
  /** Null once the timer was taken back. */
  wake: (() => void) | null;
}

/** Everything that waits, in the order of its time, then in the order in which the waits began. */
class TimerQueue {
  /** The last one is the next. */
  readonly #timers: Timer[] = [];

  push(at: number, wake: () => void): Timer {
    const timer = { at, wake };
    let [low, high] = [0, this.#timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#timers[middle]?.at ?? at) > at) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
    return timer;
  }

  /** When the next timer is due, or null. */
  next(): number | null {
    while (this.#timers.at(-1)?.wake === null) this.#timers.pop();
    return this.#timers.at(-1)?.at ?? null;
  }

  wakeNext(): void {
    this.#timers.pop()?.wake?.();
  }

  delete(timer: Timer): void {
    timer.wake = null;
  }
}

/** Time that passes only when a test lets it, and the clock of one machine in it. */
export type TestClock = ReturnType<typeof createTestClock>;
export type MachineClock = ReturnType<TestClock['machine']>;

/** Makes simulated time. `busy` names work that the event loop does not show. */
export function createTestClock(start: Date | number = Date.UTC(2026, 0, 5, 8), busy?: () => boolean) {
  const startMs = Number(start);
  const queue = new TimerQueue();
  const deafen = new Set<() => void>();
  let elapsed = 0;

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const end = () => {
        queue.delete(timer);
        forget();
        resolve();
      };
      const forget = () => {
        signal?.removeEventListener('abort', end);
        deafen.delete(forget);
      };
      const timer = queue.push(elapsed + Math.max(0, ms), end);
      signal?.addEventListener('abort', end);
      deafen.add(forget);
    });

  /** Puts time forward to the next timer that is due until then, and wakes it; gives whether there was one. */
  const fire = (until: number): boolean => {
    const next = queue.next();
    if (next === null || next > until) return false;
    elapsed = Math.max(elapsed, next);
    queue.wakeNext();
    return true;
  };

  // Work that a predicate names may begin a turn after a wait has ended.
  const quietTurns = busy === undefined ? 1 : 2;
  /** Lets everything run that can run without time passing. */
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns; quiet = busy?.() || isLoopBusy() ? 0 : quiet + 1) await turn();
  };

  /** The clock of one machine: its wall clock may be wrong. */
  const machine = () => {
    let offset = 0;
    let perLook = 0;
    const now = () => {
      offset += perLook;
      return Math.floor(startMs + elapsed + offset);
    };
    const monotonic = () => elapsed;
    return {
      now,
      monotonic,
      sleep,
      /** Moves the wall clock alone. */
      jump: (ms: number) => {
        offset += ms;
      },
      /** From now on it is so much later each time that somebody looks at the wall clock, as on a real machine. */
      passWhileLooking: (ms: number) => {
        perLook = ms;
      },
      /** The clock of one process of this machine: after `die` nothing that slept in the process wakes up again. */
      process: () => {
        let isDead = false;
        const mortalSleep = async (ms: number, signal?: AbortSignal) => {
          await sleep(ms, signal);
          if (isDead) await new Promise<never>(() => undefined);
        };
        const die = () => {
          isDead = true;
        };
        const clock: Clock = { now, monotonic, sleep: mortalSleep };
        return { clock, die };
      },
    };
  };

  return {
    ...machine(),
    /** The wall clock of whoever is never wrong, such as the service. */
    trueNow: () => startMs + elapsed,
    machine,
    /** Calls back after `ms`, as the world outside does. */
    after: (ms: number, call: () => void) => void queue.push(elapsed + Math.max(0, ms), call),
    settle,
    /** Lets `ms` pass: every timer fires in order, and everything that a timer sets off ends before the next one fires. */
    async advance(ms: number) {
      const end = elapsed + ms;
      do await settle();
      while (fire(end));
      elapsed = end;
    },
    /** Lets time pass until `done`, at most `limitMs`; gives whether it came true. */
    async runUntil(done: () => boolean, limitMs: number) {
      const end = elapsed + limitMs;
      await settle();
      while (!done()) {
        if (!fire(end)) return false;
        await settle();
      }
      return true;
    },
    /** Puts time forward by `ms` at once; what wakes up runs when the caller waits. */
    forward(ms: number) {
      const end = elapsed + ms;
      while (fire(end));
      elapsed = end;
    },
    /** Nobody waits any longer: sleepers of a process that died listen to their signals, and keep all they know in memory. */
    end: () => {
      for (const forget of deafen) forget();
    },
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Files that are opened, read, written or closed, and turns of the loop that somebody waits for. */
function isLoopBusy(): boolean {
  return process
    .getActiveResourcesInfo()
    .some((name) => name === 'Immediate' || name.startsWith('FSReq') || name.endsWith('CloseReq'));
}

/** Turns of the event loop in which nothing may happen before time is skipped: more than a write to the ledger waits for company. */
const TURNS_BEFORE_SKIP = 8;

/**
 * Real time while anything is under way; when everything only waits, time skips to the end of the next wait. So waits cost
 * nothing, and nothing that takes real time ever runs into a limit.
 */
export class SkippingClock implements Clock {
  readonly #queue = new TimerQueue();
  readonly #laterMs: number;
  #skipped = 0;
  #underWay = 0;
  #moves = 0;
  #isLooking = false;
  #alarm: NodeJS.Timeout | null = null;

  constructor(laterMs: number) {
    this.#laterMs = laterMs;
  }

  /** How much time was skipped, in milliseconds. */
  get skipped(): number {
    return this.#skipped;
  }

  now(): number {
    return Math.round(Date.now() + this.#laterMs + this.#skipped);
  }

  monotonic(): number {
    return performance.now() + this.#skipped;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#queue.delete(timer);
        signal?.removeEventListener('abort', wake);
        this.#moves += 1;
        resolve();
      };
      const timer = this.#queue.push(this.monotonic() + Math.max(1, ms), wake);
      signal?.addEventListener('abort', wake);
      this.#look();
    });
  }

  /** Puts both times forward by `ms`. */
  forward(ms: number): void {
    this.#skipped += ms;
    this.#look();
  }

  /** Something outside the program is under way until the function that this gives is called. */
  begin(): () => void {
    this.#underWay += 1;
    this.#moves += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#underWay -= 1;
      this.#moves += 1;
      this.#look();
    };
  }

  async during(call: () => unknown): Promise<unknown> {
    const end = this.begin();
    try {
      return await call();
    } finally {
      end();
    }
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    let quiet = 0;
    let seen = this.#moves;
    const look = (): void => {
      this.#wakeDue();
      if (this.#underWay > 0) {
        this.#isLooking = false;
        this.#setAlarm();
        return;
      }
      quiet = seen === this.#moves ? quiet + 1 : 0;
      seen = this.#moves;
      if (quiet >= TURNS_BEFORE_SKIP) {
        const next = this.#queue.next();
        if (next === null) {
          this.#isLooking = false;
          return;
        }
        this.#skipped += Math.max(0, next - this.monotonic());
        quiet = 0;
      }
      setImmediate(look);
    };
    setImmediate(look);
  }

  #wakeDue(): void {
    const now = this.monotonic();
    while ((this.#queue.next() ?? Number.POSITIVE_INFINITY) <= now) this.#queue.wakeNext();
  }

  /** While something is under way time only passes. */
  #setAlarm(): void {
    if (this.#alarm !== null) clearTimeout(this.#alarm);
    const next = this.#queue.next();
    if (next === null) return;
    this.#alarm = setTimeout(() => this.#look(), Math.max(1, next - this.monotonic()));
  }
}

/*
 * The clocks below are the system's own, whose waits are real: the system keeps their timers, and no queue of ours would do
 * anything.
 */

/** The system's clock, put forward by hand. */
export function shiftedClock(aheadMs = 0) {
  let ahead = aheadMs;
  const clock: Clock = {
    now: () => systemClock.now() + ahead,
    monotonic: () => systemClock.monotonic() + ahead,
    sleep: systemClock.sleep,
  };
  return {
    clock,
    /** Puts both times forward, as if that much had passed. */
    forward: (ms: number) => {
      ahead += ms;
    },
  };
}

/** The system's clock with waits of other lengths. */
export function clockWithWaits(lengthOf: (ms: number) => number): Clock {
  return { ...systemClock, sleep: (ms, signal) => systemClock.sleep(lengthOf(ms), signal) };
}

/** The system's clock, so many times as fast. */
export function fasterClock(speed: number): Clock {
  return {
    now: () => Math.round(systemClock.now() + systemClock.monotonic() * (speed - 1)),
    monotonic: () => systemClock.monotonic() * speed,
    sleep: (ms, signal) => systemClock.sleep(Math.min(ms / speed, 2 ** 31 - 1), signal),
  };
}
