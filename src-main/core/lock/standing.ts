import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'lock.standing';
const standingSchema = z.object({
  standing: z.enum(['open', 'locked']),
  /** The engine of the app that says so, as `engineMark` gives it. */
  engine: z.string().nullable(),
});
export type LockStanding = z.infer<typeof standingSchema>['standing'];

/** Tells other processes, through the ledger, whether the app that runs is locked; null where no app says so. */
export function writeLockStanding(
  ledger: Ledger,
  standing: LockStanding | null,
  engine: string | null = null,
): void {
  ledger.transaction(() => writeState(ledger, KEY, standing && { standing, engine }));
}

/** What the app said last, which may have been killed since. */
export function lockStanding(ledger: Ledger): LockStanding | null {
  return kept(ledger)?.standing ?? null;
}

/** Whether the app of this engine says that it is unlocked. What the app of an earlier engine said counts no more. */
export function isUnlockedBy(ledger: Ledger, engine: string | null): boolean {
  const said = kept(ledger);
  return said?.standing === 'open' && engine !== null && said.engine === engine;
}

const kept = (ledger: Ledger) => readState(ledger, KEY, standingSchema.nullable().catch(null));
