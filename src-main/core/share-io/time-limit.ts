import type { Clock } from '../clock.ts';

/** A hung share never answers, so nobody waits longer than this (I8). */
const IN_TIME_MS = 5_000;
/** The reason of an abort. Without a reason, each abort creates an error with its stack. */
const ANSWERED = 'answered';

/** The result of `work`, or null if `work` takes longer than five seconds. `work` itself continues. */
export async function inTime<T>(clock: Clock, work: Promise<T>): Promise<T | null> {
  const answered = new AbortController();
  const late = clock.sleep(IN_TIME_MS, answered.signal).then(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    answered.abort(ANSWERED);
  }
}

/** Resolves with `work`, or as soon as the signal fires, so that nobody waits for a hung call that is not wanted any more. */
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
