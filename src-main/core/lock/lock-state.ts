import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const CHANGES = 'lock.resets';
const STANDING = 'lock.standing';
const standingSchema = z.object({
  standing: z.enum(['open', 'locked']),
  engine: z.string().nullable(),
});
export type LockStanding = z.infer<typeof standingSchema>['standing'];

/** Tells other processes whether the running app is locked. A null `standing` means that no app runs. `engine` is the `engineMark`. */
export function writeLockStanding(
  ledger: Ledger,
  standing: LockStanding | null,
  engine: string | null = null,
): void {
  ledger.transaction(() => writeState(ledger, STANDING, standing && { standing, engine }));
}

/** Returns the state that an app stored last; null if no app runs. If the app crashed, the state is outdated. */
export function lockStanding(ledger: Ledger): LockStanding | null {
  return readStanding(ledger)?.standing ?? null;
}

export function isUnlockedBy(ledger: Ledger, engine: string | null): boolean {
  const entry = readStanding(ledger);
  return entry?.standing === 'open' && engine !== null && entry.engine === engine;
}

const readStanding = (ledger: Ledger) => readState(ledger, STANDING, standingSchema.nullable().catch(null));

/** Counts a change that the command line made to the PIN or to the named users. A running app notices the change by the new count. */
export function noteLockChange(ledger: Ledger): void {
  ledger.transaction(() => writeState(ledger, CHANGES, lockChanges(ledger) + 1));
}

export function lockChanges(ledger: Ledger): number {
  return readState(ledger, CHANGES, z.int()) ?? 0;
}
