import { z } from 'zod';
import type { Ledger } from './ledger.ts';
import { readState, writeState } from './station-state.ts';

const KEY = 'ledger.rewrite';
const DAY_MS = 86_400_000;

const stateSchema = z.object({
  /** Something was removed since it was last written anew. */
  due: z.boolean(),
  /** When that was, milliseconds since the epoch. */
  doneAt: z.number().nullable(),
});

function stateOf(ledger: Ledger): z.infer<typeof stateSchema> {
  return readState(ledger, KEY, stateSchema) ?? { due: false, doneAt: null };
}

/** To be called in the transaction that removes something of which nothing may stay. */
export function noteRemoved(ledger: Ledger): void {
  writeState(ledger, KEY, { ...stateOf(ledger), due: true });
}

/**
 * Writes the ledger anew after something was removed, at most once a day. SQLite overwrites what is deleted, but where it had
 * moved rows from page to page it leaves copies between them that count no more; nothing else reaches those. With 100,000 Tasks
 * that is a second or two, and as much memory as the ledger is long.
 *
 * @throws when there is no room: the ledger is as it was, and it is tried again the next time
 */
export function rewriteAfterRemoval(ledger: Ledger, now: number): void {
  const { due, doneAt } = stateOf(ledger);
  // A time that has not come yet was noted while the clock was wrong.
  if (!due || (doneAt !== null && now - doneAt < DAY_MS && doneAt <= now)) return;
  ledger.db.exec('VACUUM');
  writeState(ledger, KEY, { due: false, doneAt: now });
  ledger.db.pragma('wal_checkpoint(TRUNCATE)');
}
