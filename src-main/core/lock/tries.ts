import { z } from 'zod';

const FREE = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

/** Wrong PINs since the last right one, and when the last of them was given (milliseconds since the epoch). */
export const triesSchema = z.object({ wrong: z.int().min(0), last: z.number() });
export type Tries = z.infer<typeof triesSchema>;

export const NO_TRIES: Tries = { wrong: 0, last: 0 };

/** Counts a PIN as wrong; done before it is looked at, so that ending the program buys no second look. */
export function countWrong({ wrong }: Tries, now: number): Tries {
  return { wrong: wrong + 1, last: now };
}

/** How long no PIN is looked at: after five wrong ones 30 s, doubled by each further one, an hour at most. */
export function waitMs({ wrong, last }: Tries, now: number): number {
  if (wrong < FREE) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrong - FREE, 20), LONGEST_WAIT_MS);
  // A clock that was put back must not make it longer.
  return Math.max(0, Math.min(last + wait - now, wait));
}

/** How many PINs may be wrong before the next wait. */
export function triesLeft({ wrong }: Tries): number {
  return Math.max(1, FREE - wrong);
}
