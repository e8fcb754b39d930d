import { z } from 'zod';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';

/*
 * Facts about one create that the ledger stores beside the row until the submission is accepted. Call the
 * writing functions in a transaction.
 */

const MINUTE_MS = 60_000;
/**
 * Quarantines after the first, second and third HTML page as the response. A sign-in page of a network may
 * last for half an hour, and each further attempt could make one more duplicate Task (I2).
 */
const WAITS_MS = [0, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;

const judgedSchema = z.object({
  /** The uuids of the possible Tasks of this submission, about which a person has not decided. */
  asked: z.array(z.string()),
  /** The uuids of the Tasks that a person ruled out. */
  judged: z.array(z.string()),
});

const judgedKey = (id: string) => `outbox.judged.${id}`;
const pagesKey = (id: string) => `outbox.pages.${id}`;

const readJudged = (ledger: Ledger, id: string) =>
  readState(ledger, judgedKey(id), judgedSchema) ?? { asked: [], judged: [] };
const readPages = (ledger: Ledger, id: string) => readState(ledger, pagesKey(id), z.int()) ?? 0;

/** Records the possible Tasks of a submission, about which a person decides. */
export function noteAsked(ledger: Ledger, id: string, asked: readonly string[]): void {
  writeState(ledger, judgedKey(id), { ...readJudged(ledger, id), asked: [...asked] });
}

/** Records that a person ruled out all Tasks in question. */
export function noteJudged(ledger: Ledger, id: string): void {
  const { asked, judged } = readJudged(ledger, id);
  writeState(ledger, judgedKey(id), { asked: [], judged: [...new Set([...judged, ...asked])] });
}

/** The uuids of the Tasks that a person ruled out for this submission. */
export function judgedOf(ledger: Ledger, id: string): ReadonlySet<string> {
  return new Set(readJudged(ledger, id).judged);
}

/**
 * The quarantine, in milliseconds, of a create whose response was an HTML page; null if no further attempt is
 * allowed. The number of pages decides, not `attempts` of the row, which also counts attempts that sent
 * nothing.
 */
export function waitAfterPage(ledger: Ledger, id: string): number | null {
  return WAITS_MS[readPages(ledger, id)] ?? null;
}

/** Counts a repeat of the create after an HTML page. */
export function countPage(ledger: Ledger, id: string): void {
  writeState(ledger, pagesKey(id), readPages(ledger, id) + 1);
}

export function forgetNotes(ledger: Ledger, id: string): void {
  writeState(ledger, judgedKey(id), null);
  writeState(ledger, pagesKey(id), null);
}
