import { z } from 'zod';
import type { Ledger } from '../ledger/ledger.ts';
import { readState, writeState } from '../ledger/station-state.ts';

const KEY = 'secret.changes';

/** Tells a running engine, through the ledger, that the api_secret was set or cleared. The secret itself is not there (I9). */
export function noteSecretChange(ledger: Ledger): void {
  ledger.transaction(() => writeState(ledger, KEY, secretChanges(ledger) + 1));
}

/** How often the api_secret was changed on this ledger. */
export function secretChanges(ledger: Ledger): number {
  return readState(ledger, KEY, z.int()) ?? 0;
}
