import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

const POLL_EVERY_MS = 300;
/** The minimum pause after a failure in milliseconds, so that a lasting failure does not fill the log. */
const AFTER_FAULT_MS = 5_000;

/**
 * Calls all listeners at the start and whenever another process has committed to the ledger, such as the command line.
 * If a listener returns true or rejects, or if `lookAgain` is called, a later poll calls all listeners again. Errors go to the log.
 */
export function watchOtherProcesses({
  ledger,
  clock,
  log,
  listeners,
  everyMs = POLL_EVERY_MS,
}: {
  ledger: Ledger;
  clock: Clock;
  log: Log;
  listeners: readonly (() => Promise<boolean>)[];
  everyMs?: number;
}): BackgroundLoop & { lookAgain(): void } {
  let asked = 0;
  const tellFault = (error: unknown) =>
    log('engine.fault', { where: 'requests', error: describeError(error) });

  async function callAll(): Promise<'done' | 'again' | 'fault'> {
    const outcomes = await Promise.allSettled(listeners.map((listener) => listener()));
    let came: 'done' | 'again' | 'fault' = 'done';
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        tellFault(outcome.reason);
        came = 'fault';
      } else if (outcome.value && came === 'done') came = 'again';
    }
    return came;
  }

  const lookAgain = () => {
    asked += 1;
  };
  const loop = createBackgroundLoop(async (stopping) => {
    let seen: number | null = null;
    let answered = 0;
    while (!stopping.aborted) {
      let came: 'done' | 'again' | 'fault' = 'done';
      try {
        const version = ledger.dataVersion();
        const now = asked;
        if (version !== seen || now !== answered) came = await callAll();
        seen = came === 'done' ? version : null;
        answered = now;
      } catch (error) {
        tellFault(error);
        came = 'fault';
      }
      const wait = came === 'fault' ? Math.max(everyMs, AFTER_FAULT_MS) : everyMs;
      await clock.sleep(wait, stopping);
    }
  });
  return { ...loop, lookAgain };
}
