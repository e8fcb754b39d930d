import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'outbox.clock';
const KEPT_EVERY_MS = 60_000;

/**
 * What the wall clock said when something was last planned by it, to the minute. A run whose clock is behind that was preceded by
 * one whose clock was ahead, and what that one planned is as much too late.
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
    /** The same without a write for each time that something is planned. */
    keep(now: number): void {
      if (kept === null || now < kept || now - kept >= KEPT_EVERY_MS) write(now);
    },
  };
}

export type ClockNote = ReturnType<typeof createClockNote>;
