import { z } from 'zod';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';

/* Facts about a create, stored until the submission is accepted. Functions that write must be called in a transaction. */

const MINUTE_MS = 60_000;
/**
 * The quarantines after the first, second and third response that was an HTML page; 0 means the usual quarantine. A sign-in page of a
 * network may appear for half an hour, and each further attempt could make one more duplicate Task (I2).
 */
const WAITS_MS = [0, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;

const judgedSchema = z.object({
  /** The uuids of the Tasks that may belong to this submission and about which a person has not decided yet. */
  asked: z.array(z.string()),
  judged: z.array(z.string()),
});

const judgedKey = (id: string) => `outbox.judged.${id}`;
const pagesKey = (id: string) => `outbox.pages.${id}`;

const readJudged = (ledger: Ledger, id: string) =>
  readState(ledger, judgedKey(id), judgedSchema) ?? { asked: [], judged: [] };
const readPages = (ledger: Ledger, id: string) => readState(ledger, pagesKey(id), z.int()) ?? 0;

/** Records the Tasks that may belong to this submission and about which a person must decide. */
export function noteAsked(ledger: Ledger, id: string, asked: readonly string[]): void {
  writeState(ledger, judgedKey(id), { ...readJudged(ledger, id), asked: [...asked] });
}

export function noteJudged(ledger: Ledger, id: string): void {
  const { asked, judged } = readJudged(ledger, id);
  writeState(ledger, judgedKey(id), { asked: [], judged: [...new Set([...judged, ...asked])] });
}

export function judgedOf(ledger: Ledger, id: string): ReadonlySet<string> {
  return new Set(readJudged(ledger, id).judged);
}

/**
 * Returns the quarantine, in milliseconds, of a create whose response was an HTML page; null if no further attempt is allowed. The number
 * of pages decides. The column `attempts` would also count attempts that sent nothing.
 */
export function waitAfterPage(ledger: Ledger, id: string): number | null {
  return WAITS_MS[readPages(ledger, id)] ?? null;
}

export function countPage(ledger: Ledger, id: string): void {
  writeState(ledger, pagesKey(id), readPages(ledger, id) + 1);
}

export function forgetNotes(ledger: Ledger, id: string): void {
  writeState(ledger, judgedKey(id), null);
  writeState(ledger, pagesKey(id), null);
}
