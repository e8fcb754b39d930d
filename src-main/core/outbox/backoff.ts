import type { Random } from '../clock.ts';
import type { Pace } from './policy.ts';

const BASE_MS: Record<Pace, number> = { usual: 2_000, slow: 60_000 };
const CAP_MS = 15 * 60_000;
const LEAST_MS = 100;
const LONGEST_WAIT_MS = 24 * 3_600_000;
/** No backoff is longer. A longer wait was written while the clock was ahead. */
export const LONGEST_BACKOFF_MS = LONGEST_WAIT_MS + CAP_MS;

/**
 * The wait before the next attempt, in milliseconds: full jitter over a doubling span (docs/architecture.md 5), added to the Retry-After of
 * the service (`minimumMs`, limited to a day).
 *
 * @param failures how many attempts in a row failed before this wait, the last attempt included
 */
export function backoffMs(
  random: Random,
  failures: number,
  { pace = 'usual', minimumMs = 0 }: { pace?: Pace; minimumMs?: number } = {},
): number {
  const span = Math.min(CAP_MS, BASE_MS[pace] * 2 ** Math.min(failures, 20));
  const retryAfter = Math.min(Math.max(0, minimumMs), LONGEST_WAIT_MS);
  return Math.round(Math.max(LEAST_MS, retryAfter + random() * span));
}
