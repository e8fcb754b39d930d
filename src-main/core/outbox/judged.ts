import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const keyOf = (id: string) => `outbox.judged.${id}`;
const judgedSchema = z.object({
  /** uuids of the Tasks that a person is asked about. */
  asked: z.array(z.string()),
  /** uuids of the Tasks of which a person said that none is this submission's. */
  judged: z.array(z.string()),
});
const NOTHING: z.infer<typeof judgedSchema> = { asked: [], judged: [] };

const read = (ledger: Ledger, id: string) => readState(ledger, keyOf(id), judgedSchema) ?? NOTHING;

/** A person is asked about these Tasks. To be called in the transaction that rejects the submission. */
export function noteAsked(ledger: Ledger, id: string, asked: readonly string[]): void {
  writeState(ledger, keyOf(id), { ...read(ledger, id), asked: [...asked] });
}

/** None of the Tasks that a person was asked about is this submission's. To be called in the transaction of the retry. */
export function noteJudged(ledger: Ledger, id: string): void {
  const { asked, judged } = read(ledger, id);
  writeState(ledger, keyOf(id), { asked: [], judged: [...new Set([...judged, ...asked])] });
}

/** uuids of the Tasks that are not this submission's, as a person said. A Task that came later is a new question. */
export function judgedOf(ledger: Ledger, id: string): ReadonlySet<string> {
  return new Set(read(ledger, id).judged);
}

/** To be called in the transaction that accepts the submission. */
export function forgetJudged(ledger: Ledger, id: string): void {
  writeState(ledger, keyOf(id), null);
}
