import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

const POLL_EVERY_MS = 300;
/** The ledger may stay faulty for a while, and the log must not fill with the fault. */
const AFTER_FAULT_MS = 5_000;

/**
 * Calls the listeners at the start and whenever another process has committed to the ledger. The command line reaches a running engine in
 * this way. If a listener returns true, all are called again at the next poll. A fault of a listener is logged, stops neither the other
 * listeners nor the loop, and is tried again.
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
}): BackgroundLoop {
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

  return createBackgroundLoop(async (stopping) => {
    let seen: number | null = null;
    while (!stopping.aborted) {
      let came: 'done' | 'again' | 'fault' = 'done';
      try {
        const version = ledger.dataVersion();
        if (version !== seen) came = await callAll();
        seen = came === 'done' ? version : null;
      } catch (error) {
        tellFault(error);
        came = 'fault';
      }
      const wait = came === 'fault' ? Math.max(everyMs, AFTER_FAULT_MS) : everyMs;
      await clock.sleep(wait, stopping);
    }
  });
}
