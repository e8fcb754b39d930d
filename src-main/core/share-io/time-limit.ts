import type { Clock } from '../clock.ts';

/** A share that hangs answers never: what takes longer than this is not waited for (I8). */
const IN_TIME_MS = 5_000;
/** Without a reason of its own an error is made for each, with its stack. */
const ANSWERED = 'answered';

/** What `work` gives, or null where it takes long; it goes on by itself then. */
export async function inTime<T>(clock: Clock, work: Promise<T>): Promise<T | null> {
  const answered = new AbortController();
  const late = clock.sleep(IN_TIME_MS, answered.signal).then(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    answered.abort(ANSWERED);
  }
}

/** Resolves with `work`, or as soon as the signal fires: nobody waits for what hangs when it is not wanted any more. */
export async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const end = () => aborted.resolve();
  signal.addEventListener('abort', end, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
