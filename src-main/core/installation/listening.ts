import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

const AGAIN_AFTER_MS = 300;
/** The minimum pause after a failure in milliseconds, so that a lasting failure does not fill the log. */
const AFTER_FAULT_MS = 5_000;

/**
 * Calls all listeners at the start and after each call of `look`: the engine's door calls `look` when another process has committed to the
 * ledger. If a listener returns true or rejects, calls all listeners again later. Errors go to the log.
 */
export function createListening({
  clock,
  log,
  listeners,
}: {
  clock: Clock;
  log: Log;
  listeners: readonly (() => Promise<boolean>)[];
}): BackgroundLoop & { look(): void } {
  let asked = 0;
  let waiting = new AbortController();

  async function callAll(): Promise<'done' | 'again' | 'fault'> {
    const outcomes = await Promise.allSettled(listeners.map((listener) => listener()));
    let came: 'done' | 'again' | 'fault' = 'done';
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        log('engine.fault', { where: 'requests', error: describeError(outcome.reason) });
        came = 'fault';
      } else if (outcome.value && came === 'done') came = 'again';
    }
    return came;
  }

  const loop = createBackgroundLoop(async (stopping) => {
    stopping.addEventListener('abort', () => waiting.abort(), { once: true });
    while (!stopping.aborted) {
      const answered = asked;
      const came = await callAll();
      if (came === 'fault') await clock.sleep(AFTER_FAULT_MS, stopping);
      if (stopping.aborted || asked !== answered) continue;
      waiting = new AbortController();
      if (came === 'done') await aborted(waiting.signal);
      else await clock.sleep(AGAIN_AFTER_MS, waiting.signal);
    }
  });
  return {
    ...loop,
    look: () => {
      asked += 1;
      waiting.abort();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
