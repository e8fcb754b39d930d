import { z } from 'zod';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';

const MINUTE_MS = 60_000;
/** A sign-in page of a network may last for half an hour, and more than so many doubles no service may be made to have (I2). */
const WAITS_MS = [0, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;

const countSchema = z.int();
const keyOf = (id: string) => `outbox.pages.${id}`;

/**
 * The quarantine, in milliseconds, of a create whose answer was an HTML page; null if the create was sent again often enough. The count
 * is not the row's attempts: an attempt that certainly sent nothing neither counts nor clears.
 */
export function waitAfterPage(ledger: Ledger, id: string): number | null {
  return WAITS_MS[readState(ledger, keyOf(id), countSchema) ?? 0] ?? null;
}

/** To be called in the transaction that has it sent anew. */
export function countPage(ledger: Ledger, id: string): void {
  writeState(ledger, keyOf(id), (readState(ledger, keyOf(id), countSchema) ?? 0) + 1);
}

/** To be called in the transaction that accepts it. */
export function forgetPages(ledger: Ledger, id: string): void {
  writeState(ledger, keyOf(id), null);
}
