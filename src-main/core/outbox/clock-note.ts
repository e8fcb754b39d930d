import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'outbox.clock';
const KEPT_EVERY_MS = 60_000;

/** Notes the wall clock in the ledger, at most once a minute. If the clock later shows an earlier time, the clock was set back. */
export function createClockNote(ledger: Ledger) {
  let kept = readState(ledger, KEY, z.int());
  const write = (now: number) => {
    writeState(ledger, KEY, now);
    kept = now;
  };
  return {
    /** Returns a negative number of milliseconds if the clock was set back since the last note, otherwise 0. */
    setBackBy: (now: number): number => Math.min(0, now - (kept ?? now)),
    write,
    keep(now: number): void {
      if (kept === null || now < kept || now - kept >= KEPT_EVERY_MS) write(now);
    },
  };
}

export type ClockNote = ReturnType<typeof createClockNote>;
