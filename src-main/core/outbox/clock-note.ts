import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'outbox.clock';
const KEPT_EVERY_MS = 60_000;

/**
 * Remembers the wall clock of the last planning, to the minute. If the clock of a later run is behind that time, the clock was ahead
 * before, and all planned times are too late by the difference.
 */
export function createClockNote(ledger: Ledger) {
  let kept = readState(ledger, KEY, z.int());
  const write = (now: number) => {
    writeState(ledger, KEY, now);
    kept = now;
  };
  return {
    /** How far the clock was set back since, as a negative number of milliseconds, or 0. */
    setBackBy: (now: number): number => Math.min(0, now - (kept ?? now)),
    write,
    /** As `write`, at most once a minute. */
    keep(now: number): void {
      if (kept === null || now < kept || now - kept >= KEPT_EVERY_MS) write(now);
    },
  };
}

export type ClockNote = ReturnType<typeof createClockNote>;
