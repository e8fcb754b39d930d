import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

const LOOK_EVERY_MS = 300;
/** After a fault: the ledger may stay as it is for a while, and the log is not to be filled with it. */
const AFTER_FAULT_MS = 5_000;

/**
 * Calls `onWritten` at the start and whenever another process has committed to the ledger: that is how the command line
 * reaches a running engine. Where it gives true, it is called at the next look too. A fault is logged and does not end the
 * watch; what was written is looked at again.
 */
export function watchOtherProcesses({
  ledger,
  clock,
  log,
  onWritten,
  everyMs = LOOK_EVERY_MS,
}: {
  ledger: Ledger;
  clock: Clock;
  log: Log;
  onWritten: () => Promise<boolean>;
  everyMs?: number;
}): { start(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function watch(): Promise<void> {
    let seen: number | null = null;
    while (!stopping.signal.aborted) {
      let wait = everyMs;
      try {
        const version = ledger.dataVersion();
        if (version !== seen && (await onWritten())) seen = null;
        else seen = version;
      } catch (error) {
        log('engine.fault', { where: 'requests', error: describeError(error) });
        wait = Math.max(everyMs, AFTER_FAULT_MS);
      }
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
