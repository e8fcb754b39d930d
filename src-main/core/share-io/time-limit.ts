import type { Clock } from '../clock.ts';

/** The maximum number of milliseconds that a caller waits for a folder. A hung share never responds (I8). */
const IN_TIME_MS = 5_000;
/** The reason that `inTime` passes to `abort`. Without a reason, each `abort` would create an error object with a stack trace. */
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

/** Resolves when `work` resolves or the signal is aborted, so that no caller waits for a hanging call after an abort. */
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
