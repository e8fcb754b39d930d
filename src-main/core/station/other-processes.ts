import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

const LOOK_EVERY_MS = 300;

/**
 * Calls `onWritten` at the start and whenever another process has committed to the ledger: that is how the command line
 * reaches a running engine. A fault in `onWritten` is logged and does not end the watch.
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
  onWritten: () => Promise<void>;
  everyMs?: number;
}): { start(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function watch(): Promise<void> {
    let seen: number | null = null;
    while (!stopping.signal.aborted) {
      const version = ledger.dataVersion();
      if (version !== seen) {
        seen = version;
        await onWritten().catch((error: unknown) =>
          log('engine.fault', { where: 'requests', error: describeError(error) }),
        );
      }
      await clock.sleep(everyMs, stopping.signal);
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
