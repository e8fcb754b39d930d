import { z } from 'zod';
import type { Ledger } from './ledger.ts';
import { readState, writeState } from './station-state.ts';

const KEY = 'organisation';
const ownerSchema = z.object({
  /** See `organisationId`. */
  id: z.string(),
  /** The name that the service gave at the last sign-in; null before the first sign-in. */
  name: z.string().nullable(),
});

/** The organisation that a ledger belongs to (I12). */
export type LedgerOwner = z.infer<typeof ownerSchema>;

/** Null if the ledger never had an api_secret. */
export function readOwner(ledger: Ledger): LedgerOwner | null {
  return readState(ledger, KEY, ownerSchema);
}

/** To be called inside the transaction that writes the audit entry. */
export function writeOwner(ledger: Ledger, owner: LedgerOwner): void {
  writeState(ledger, KEY, owner);
}
