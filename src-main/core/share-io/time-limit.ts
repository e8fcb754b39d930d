import type { Clock } from '../clock.ts';

/** The maximum milliseconds that a caller waits for a folder, because a hung share never answers (I8). */
const IN_TIME_MS = 5_000;
/** The reason of an abort. An abort without a reason would create an error with a stack each time. */
const ANSWERED = 'answered';

/** Returns the result of `work`, or null after five seconds. `work` itself continues. */
export async function inTime<T>(clock: Clock, work: Promise<T>): Promise<T | null> {
  const answered = new AbortController();
  const late = clock.sleep(IN_TIME_MS, answered.signal).then(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    answered.abort(ANSWERED);
  }
}

/** Resolves when `work` resolves or the signal fires, so that no caller waits for a hanging call after an abort. */
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
