import type { Clock } from '../../../src-main/core/clock.ts';

interface Sleeper {
  readonly at: number;
  wake(): void;
}

/**
 * A clock for one part that does one thing after another, such as the tracker: while it works, time stands still; when it
 * sleeps, time goes on to whatever comes next.
 */
export class DayClock implements Clock {
  readonly #start: number;
  #elapsed = 0;
  #sleepers: Sleeper[] = [];
  #asleep: (() => void) | null = null;

  constructor(start: Date) {
    this.#start = start.getTime();
  }

  now = (): number => this.#start + this.#elapsed;
  monotonic = (): number => this.#elapsed;

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = { at: this.#elapsed + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener(
        'abort',
        () => {
          this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
          resolve();
        },
        { once: true },
      );
      this.#asleep?.();
    });
  }

  /** Lets time pass until then, waiting while there is work. */
  async goTo(ms: number): Promise<void> {
    for (;;) {
      await this.#untilAsleep();
      const next = this.#sleepers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > ms) break;
      this.#elapsed = Math.max(this.#elapsed, next.at);
      this.#sleepers = this.#sleepers.filter((other) => other !== next);
      next.wake();
    }
    this.#elapsed = ms;
  }

  async #untilAsleep(): Promise<void> {
    // What was woken a moment ago gets the turn in which it falls asleep again.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#sleepers.length > 0) return;
    await new Promise<void>((resolve) => {
      this.#asleep = resolve;
    });
    this.#asleep = null;
  }
}
