import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { fileSchema } from './files.ts';
import { countSchema } from './outbox-rows.ts';

const dueSchema = fileSchema.extend({ account: z.string() });
const endedSchema = z.object({ ended_at: z.int().nullable() });

/**
 * Sources to be moved now: their submission or answer was accepted and their own waiting time is over, or is longer than any
 * (`longestMs`): then a clock that was ahead wrote it. The plus keeps SQLite to the few that are due: by the folder it would
 * read every file that was ever found there, at each look.
 */
export function movesDue(
  ledger: Ledger,
  folderId: string,
  { now, longestMs }: { readonly now: number; readonly longestMs: number },
  limit: number,
) {
  return readAll(
    ledger.prepared(
      `SELECT * FROM file_account WHERE move_state = 'due' AND (move_next_at <= ? OR move_next_at > ?) AND +folder_id = ?
       AND account = 'accepted' ORDER BY move_next_at LIMIT ?`,
    ),
    dueSchema,
    now,
    now + longestMs,
    folderId,
    limit,
  );
}

/** How many sent sources of a folder could not be moved, and wait for another try. */
export function movesFailed(ledger: Ledger, folderId: string): number {
  const failed = ledger.prepared(
    `SELECT COUNT(*) AS count FROM file WHERE move_state = 'due' AND move_attempts > 0 AND +folder_id = ?`,
  );
  return readOne(failed, countSchema, folderId)?.count ?? 0;
}

/** When the service took the submission of a source, milliseconds since the epoch; null where that is not known. */
export function acceptedAt(ledger: Ledger, submissionId: string | null): number | null {
  const row = readOne(
    ledger.prepared('SELECT ended_at FROM submission WHERE id = ?'),
    endedSchema,
    submissionId,
  );
  return row?.ended_at ?? null;
}

/** Records that a source was moved, or that it will not be (it is not the version that was sent any more). */
export function endMove(ledger: Ledger, id: number, state: 'moved' | 'given-up'): void {
  ledger
    .prepared("UPDATE file SET move_state = ?, gone = CASE ? WHEN 'moved' THEN 1 ELSE gone END WHERE id = ?")
    .run(state, state, id);
}

/** Puts a move that failed off until `nextAt`. */
export function delayMove(ledger: Ledger, id: number, nextAt: number): void {
  ledger
    .prepared('UPDATE file SET move_attempts = move_attempts + 1, move_next_at = ? WHERE id = ?')
    .run(Math.round(nextAt), id);
}
