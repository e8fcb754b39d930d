import type { ExchangeLimit } from '../options.ts';

const MAX_KEYS = 1_000;

/** Counts token exchanges of each organisation id over a sliding window (docs/service.md 5, rule 4). */
export class ExchangeLimiter {
  readonly #limit: ExchangeLimit;
  readonly #clock: () => Date;
  readonly #attempts = new Map<string, number[]>();

  constructor(limit: ExchangeLimit, clock: () => Date) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Notes an attempt and gives null, or the whole seconds to wait when there were too many. */
  attempt(uid: string): number | null {
    const now = this.#clock().getTime();
    const windowMs = this.#limit.windowSeconds * 1000;
    const recent = (this.#attempts.get(uid) ?? []).filter((at) => at > now - windowMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= this.#limit.attempts) {
      return Math.max(1, Math.ceil((oldest + windowMs - now) / 1000));
    }
    this.#attempts.delete(uid);
    this.#attempts.set(uid, [...recent, now]);
    this.#forgetOldest();
    return null;
  }

  // Invented ids must not fill the memory.
  #forgetOldest(): void {
    for (const uid of this.#attempts.keys()) {
      if (this.#attempts.size <= MAX_KEYS) return;
      this.#attempts.delete(uid);
    }
  }
}
