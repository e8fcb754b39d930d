import type { Random } from '../clock.ts';
import type { Pace } from './policy.ts';

const BASE_MS: Record<Pace, number> = { usual: 2_000, slow: 60_000 };
const CAP_MS = 15 * 60_000;
const LEAST_MS = 100;
const HOUR_MS = 3_600_000;
/** The longest backoff of a row of the outbox in milliseconds. */
export const LONGEST_BACKOFF_MS = HOUR_MS + CAP_MS;

/**
 * Returns the milliseconds before the next attempt: `minimumMs`, usually the Retry-After, but at most `longestMs`, plus a random part of a
 * span. The span doubles with each of the `failures` in a row, up to 15 minutes (docs/architecture.md 5).
 */
export function backoffMs(
  random: Random,
  failures: number,
  {
    pace = 'usual',
    minimumMs = 0,
    longestMs = HOUR_MS,
  }: { pace?: Pace; minimumMs?: number; longestMs?: number } = {},
): number {
  const span = Math.min(CAP_MS, BASE_MS[pace] * 2 ** Math.min(failures, 20));
  const retryAfter = Math.min(Math.max(0, minimumMs), longestMs);
  return Math.round(Math.max(LEAST_MS, retryAfter + random() * span));
}
