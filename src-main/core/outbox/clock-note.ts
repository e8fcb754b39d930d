import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'outbox.clock';
const KEPT_EVERY_MS = 60_000;

/**
 * Creates a note in the ledger of the last known time of the wall clock. `keep` renews the note at most once a minute. If the clock later
 * shows a time before the stored time, the clock was set back, and all planned times are too late by the difference.
 */
export function createClockNote(ledger: Ledger) {
  let kept = readState(ledger, KEY, z.int());
  const write = (now: number) => {
    writeState(ledger, KEY, now);
    kept = now;
  };
  return {
    /**
     * Returns the time by which the clock was set back since the last note, as a negative number of milliseconds; 0 if the clock was not
     * set back.
     */
    setBackBy: (now: number): number => Math.min(0, now - (kept ?? now)),
    write,
    keep(now: number): void {
      if (kept === null || now < kept || now - kept >= KEPT_EVERY_MS) write(now);
    },
  };
}

export type ClockNote = ReturnType<typeof createClockNote>;
