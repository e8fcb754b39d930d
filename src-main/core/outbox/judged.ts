import { z } from 'zod';
import type { Ledger } from '../ledger/ledger.ts';
import { readState, writeState } from '../ledger/station-state.ts';

const keyOf = (id: string) => `outbox.judged.${id}`;

/** A person looked at the Tasks that may be this submission under another id, and none of them is. To be called in the transaction of the retry. */
export function noteJudged(ledger: Ledger, id: string): void {
  writeState(ledger, keyOf(id), true);
}

/** Whether a person did. */
export function isJudged(ledger: Ledger, id: string): boolean {
  return readState(ledger, keyOf(id), z.boolean()) === true;
}

/** To be called in the transaction that accepts it. */
export function forgetJudged(ledger: Ledger, id: string): void {
  writeState(ledger, keyOf(id), null);
}
