import type { ExchangeLimit } from '../options.ts';

const MAX_KEYS = 1_000;

/** Limits how many token exchanges each organization id may make within a sliding time window (docs/service.md 5, rule 4). */
export function createExchangeLimiter(limit: ExchangeLimit, clock: () => Date) {
  const attempts = new Map<string, number[]>();

  // Counts a token exchange and returns null. At the limit, counts nothing and returns the number of seconds to wait.
  function attempt(uid: string): number | null {
    const now = clock().getTime();
    const windowMs = limit.windowSeconds * 1000;
    const recent = (attempts.get(uid) ?? []).filter((at) => at > now - windowMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= limit.attempts) {
      return Math.max(1, Math.ceil((oldest + windowMs - now) / 1000));
    }
    attempts.delete(uid);
    attempts.set(uid, [...recent, now]);
    forgetOldest();
    return null;
  }

  // Removes the organization ids whose last attempt is oldest, so that requests with invented ids cannot fill the memory.
  function forgetOldest(): void {
    for (const uid of attempts.keys()) {
      if (attempts.size <= MAX_KEYS) return;
      attempts.delete(uid);
    }
  }

  return { attempt };
}

export type ExchangeLimiter = ReturnType<typeof createExchangeLimiter>;
