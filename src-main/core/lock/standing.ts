import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'lock.standing';
const standingSchema = z.enum(['open', 'locked']);
export type LockStanding = z.infer<typeof standingSchema>;

/** Tells other processes, through the ledger, whether the app that runs is locked; null where no app says so. */
export function writeLockStanding(ledger: Ledger, standing: LockStanding | null): void {
  ledger.transaction(() => writeState(ledger, KEY, standing));
}

/** What the app said last. Counts only while the engine runs: an app that was killed could not take back its word. */
export function lockStanding(ledger: Ledger): LockStanding | null {
  return readState(ledger, KEY, standingSchema.nullable().catch(null));
}
