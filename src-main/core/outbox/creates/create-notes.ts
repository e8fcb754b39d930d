import { z } from 'zod';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';

/* What the ledger keeps of one create beside its row, until the submission is accepted. Call each function that writes in a transaction. */

const MINUTE_MS = 60_000;
/** A sign-in page of a network may last for half an hour. Each further attempt could make one more duplicate Task (I2). */
const WAITS_MS = [0, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;

const judgedSchema = z.object({
  /** uuids of the Tasks that a person is asked about. */
  asked: z.array(z.string()),
  /** uuids of the Tasks of which a person said that none is this submission's. */
  judged: z.array(z.string()),
});

const judgedKey = (id: string) => `outbox.judged.${id}`;
const pagesKey = (id: string) => `outbox.pages.${id}`;

const readJudged = (ledger: Ledger, id: string) =>
  readState(ledger, judgedKey(id), judgedSchema) ?? { asked: [], judged: [] };
const readPages = (ledger: Ledger, id: string) => readState(ledger, pagesKey(id), z.int()) ?? 0;

/** A person is asked about these Tasks. */
export function noteAsked(ledger: Ledger, id: string, asked: readonly string[]): void {
  writeState(ledger, judgedKey(id), { ...readJudged(ledger, id), asked: [...asked] });
}

/** A person said that no Task in question is this submission's. */
export function noteJudged(ledger: Ledger, id: string): void {
  const { asked, judged } = readJudged(ledger, id);
  writeState(ledger, judgedKey(id), { asked: [], judged: [...new Set([...judged, ...asked])] });
}

/** uuids of the Tasks that are not this submission's, as a person said. A later Task is a new question. */
export function judgedOf(ledger: Ledger, id: string): ReadonlySet<string> {
  return new Set(readJudged(ledger, id).judged);
}

/**
 * The quarantine, in milliseconds, of a create whose response was an HTML page; null if the create was sent again often enough. The count
 * is not the row's attempts: an attempt that certainly sent nothing neither counts nor clears.
 */
export function waitAfterPage(ledger: Ledger, id: string): number | null {
  return WAITS_MS[readPages(ledger, id)] ?? null;
}

/** The create is sent anew after an HTML page. */
export function countPage(ledger: Ledger, id: string): void {
  writeState(ledger, pagesKey(id), readPages(ledger, id) + 1);
}

/** The submission was accepted. */
export function forgetNotes(ledger: Ledger, id: string): void {
  writeState(ledger, judgedKey(id), null);
  writeState(ledger, pagesKey(id), null);
}
