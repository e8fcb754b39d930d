import { z } from 'zod';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';

/* The table `station_state` keeps notes about the create request of each submission. `acceptSubmission` deletes the notes. */

const MINUTE_MS = 60_000;
// The quarantines in milliseconds after the first, second and third unreadable response to the create of a submission; 0 means the usual
// quarantine. The response may be the sign-in page of a network, which may appear for half an hour. Each further attempt could make one
// more duplicate Task (I2).
const WAITS_MS = [0, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;

const pagesKey = (id: string) => `outbox.pages.${id}`;

const readPages = (ledger: Ledger, id: string) => readState(ledger, pagesKey(id), z.int()) ?? 0;

/** Returns the quarantine in milliseconds, which grows with each unreadable response; null if no further attempt is allowed. */
export function waitAfterPage(ledger: Ledger, id: string): number | null {
  return WAITS_MS[readPages(ledger, id)] ?? null;
}

export function countPage(ledger: Ledger, id: string): void {
  writeState(ledger, pagesKey(id), readPages(ledger, id) + 1);
}

export function forgetNotes(ledger: Ledger, id: string): void {
  writeState(ledger, pagesKey(id), null);
}
