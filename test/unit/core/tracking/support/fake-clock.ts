import type { Clock } from '../../../../../src-main/core/clock.ts';

const START = Date.parse('2026-03-01T08:00:00Z');

/** A clock that stands still until it is moved. Sleepers wake when it passes their time. */
export class FakeClock implements Clock {
  #elapsed = 0;
  #sleepers: { at: number; wake: () => void }[] = [];

  now = (): number => START + this.#elapsed;
  monotonic = (): number => this.#elapsed;

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#sleepers.push({ at: this.#elapsed + ms, wake: resolve });
      signal?.addEventListener('abort', () => resolve());
    });
  }

  advance(ms: number): void {
    this.#elapsed += ms;
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= this.#elapsed);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.#elapsed);
    for (const sleeper of due) sleeper.wake();
  }
}
