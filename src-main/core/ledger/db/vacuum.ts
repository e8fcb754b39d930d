import { z } from 'zod';
import { isDue } from '../../due.ts';
import type { Ledger } from './ledger.ts';
import { readState, writeState } from './station-state.ts';

const KEY = 'ledger.rewrite';
const DAY_MS = 86_400_000;

const stateSchema = z.object({
  /** Whether rows were removed since the last VACUUM. */
  due: z.boolean(),
  /** The time of the last VACUUM, in milliseconds since the epoch; null before the first VACUUM. */
  doneAt: z.number().nullable(),
});

function stateOf(ledger: Ledger): z.infer<typeof stateSchema> {
  return readState(ledger, KEY, stateSchema) ?? { due: false, doneAt: null };
}

/** Makes a VACUUM due, because data was removed. Must be called in the transaction that removes the data. */
export function noteRemoved(ledger: Ledger): void {
  writeState(ledger, KEY, { ...stateOf(ledger), due: true });
}

/**
 * Runs VACUUM if data was removed since the last VACUUM, at most once a day. A deleted row that had moved to another page leaves a copy in
 * the free space of its old page, and only VACUUM removes such copies. VACUUM needs as much disk space as the ledger.
 * @throws if the disk is full; the ledger is unchanged, and the next call tries again
 */
export function vacuumAfterRemoval(ledger: Ledger, now: number): void {
  const { due, doneAt } = stateOf(ledger);
  if (!due || (doneAt !== null && !isDue(doneAt + DAY_MS, now, DAY_MS))) return;
  ledger.db.exec('VACUUM');
  writeState(ledger, KEY, { due: false, doneAt: now });
  ledger.db.pragma('wal_checkpoint(TRUNCATE)');
}
