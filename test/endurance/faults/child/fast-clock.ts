import type { Clock } from '../../../../src-main/core/clock.ts';

/** Turns of the event loop in which nothing may happen before time jumps: more than a write to the ledger waits for company. */
const QUIET_TURNS = 8;

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/**
 * Real time while anything is under way; when everything only waits, it jumps to the end of the next wait. So waits cost
 * nothing, and nothing that takes real time ever runs into a limit.
 */
export class FastClock implements Clock {
  readonly #sleepers = new Set<Sleeper>();
  readonly #laterMs: number;
  #jumped = 0;
  #underWay = 0;
  #moves = 0;
  #looking = false;
  #alarm: NodeJS.Timeout | null = null;

  constructor(laterMs: number) {
    this.#laterMs = laterMs;
  }

  /** How much has been jumped over, in milliseconds. */
  get jumped(): number {
    return this.#jumped;
  }

  now(): number {
    return Math.round(Date.now() + this.#laterMs + this.#jumped);
  }

  monotonic(): number {
    return performance.now() + this.#jumped;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        this.#moves += 1;
        resolve();
      };
      const sleeper = { due: this.monotonic() + Math.max(1, ms), wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake);
      this.#look();
    });
  }

  /** It is so much later now. */
  jump(ms: number): void {
    this.#jumped += ms;
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
    if (this.#looking) return;
    this.#looking = true;
    let quiet = 0;
    let seen = this.#moves;
    const turn = (): void => {
      this.#wakeDue();
      if (this.#underWay > 0) {
        this.#looking = false;
        this.#setAlarm();
        return;
      }
      quiet = seen === this.#moves ? quiet + 1 : 0;
      seen = this.#moves;
      if (quiet >= QUIET_TURNS) {
        const next = this.#earliest();
        if (next === null) {
          this.#looking = false;
          return;
        }
        this.#jumped += Math.max(0, next - this.monotonic());
        quiet = 0;
      }
      setImmediate(turn);
    };
    setImmediate(turn);
  }

  #earliest(): number | null {
    let earliest: number | null = null;
    for (const { due } of this.#sleepers) if (earliest === null || due < earliest) earliest = due;
    return earliest;
  }

  #wakeDue(): void {
    const now = this.monotonic();
    for (const sleeper of [...this.#sleepers]) if (sleeper.due <= now) sleeper.wake();
  }

  /** While something is under way time only passes. */
  #setAlarm(): void {
    if (this.#alarm !== null) clearTimeout(this.#alarm);
    const next = this.#earliest();
    if (next === null) return;
    this.#alarm = setTimeout(() => this.#look(), Math.max(1, next - this.monotonic()));
  }
}
