import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'lock.resets';

/** Tells a running program, through the ledger, that the PIN was forgotten. */
export function noteLockReset(ledger: Ledger): void {
  ledger.transaction(() => writeState(ledger, KEY, lockResets(ledger) + 1));
}

/** How often the PIN was reset on this ledger. */
export function lockResets(ledger: Ledger): number {
  return readState(ledger, KEY, z.int()) ?? 0;
}
