import { placesAt } from './folder-places.ts';
import type { Ledger } from './ledger.ts';
import { OPEN } from './outbox-rows.ts';

/** One attempt must be assumed: a refusal of the next one proves nothing then (see refused-create.ts). */
const DOUBT = `UPDATE submission SET state = 'unconfirmed', unconfirmed_since = @now, next_at = @now, misses = 0,
    attempts = MAX(attempts, 1), problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'queued'`;

/** What is under way keeps its state, for it may be accepted: whoever sends it reads the mark (see `isDoubted` of the table). */
const MARK = `UPDATE submission SET problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'sending'`;

/**
 * What waits here to be sent from a shared folder may have been sent by another station that had the folder meanwhile, under
 * the same external_id (I2). It is unconfirmed from here on, so the service is asked before anything goes. `path` is where the
 * folder is: what came from there under another rule is meant too. What is being sent may still wait for a token or a
 * connection, so it is marked.
 */
export function doubtQueued(ledger: Ledger, path: string, now: number): void {
  ledger.transaction(() => {
    for (const { folderId, after, upTo } of placesAt(ledger, path)) {
      for (const change of [DOUBT, MARK]) {
        ledger
          .prepared(`${change} AND folder_id = @folderId AND seq > @after AND seq <= @upTo`)
          .run({ now, folderId, after, upTo });
      }
    }
  });
}

/** The same for one of them; false when it is not queued. */
export function doubtOne(ledger: Ledger, id: string, now: number): boolean {
  return ledger.prepared(`${DOUBT} AND id = @id`).run({ now, id }).changes === 1;
}
