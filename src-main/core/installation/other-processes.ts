import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

const LOOK_EVERY_MS = 300;
/** After a fault: the ledger may stay as it is for a while, and the log is not to be filled with it. */
const AFTER_FAULT_MS = 5_000;

/**
 * Calls `listeners` at the start and whenever another process has committed to the ledger: that is how the command line
 * reaches a running engine. Where one gives true, they are called at the next look too. A fault of one is logged, keeps no other
 * from being called and does not end the watch; what was written is looked at again.
 */
export function watchOtherProcesses({
  ledger,
  clock,
  log,
  listeners,
  everyMs = LOOK_EVERY_MS,
}: {
  ledger: Ledger;
  clock: Clock;
  log: Log;
  listeners: readonly (() => Promise<boolean>)[];
  everyMs?: number;
}): { start(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

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

  async function watch(): Promise<void> {
    let seen: number | null = null;
    while (!stopping.signal.aborted) {
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
      await clock.sleep(wait, stopping.signal);
    }
  }

  return {
    start: () => {
      running = watch();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
