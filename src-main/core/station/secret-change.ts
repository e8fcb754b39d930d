import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { readState, writeState } from '../ledger/station-state.ts';

const KEY = 'secret.changes';
const LOOK_EVERY_MS = 500;

/** Tells a running engine, through the ledger, that the api_secret was set or cleared. The secret itself is not there (I9). */
export function noteSecretChange(ledger: Ledger): void {
  ledger.transaction(() => writeState(ledger, KEY, (readState(ledger, KEY, z.int()) ?? 0) + 1));
}

/** Calls `onChanged` whenever another process noted that the api_secret changed. */
export function watchSecret({
  ledger,
  clock,
  onChanged,
}: {
  ledger: Ledger;
  clock: Clock;
  onChanged: () => Promise<void>;
}): { start(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function watch(): Promise<void> {
    let seenVersion = ledger.dataVersion();
    let seen = readState(ledger, KEY, z.int());
    while (!stopping.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      const version = ledger.dataVersion();
      if (version === seenVersion) continue;
      seenVersion = version;
      const changes = readState(ledger, KEY, z.int());
      if (changes === seen) continue;
      seen = changes;
      await onChanged();
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
