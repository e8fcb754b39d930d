import { z } from 'zod';
import { type Ledger, readOne } from '../db/ledger.ts';
import type { SubmissionRow } from '../db/rows.ts';
import { writeState } from '../db/station-state.ts';
import { placesAt } from './folder-places.ts';
import { countSchema, OPEN } from './outbox-rows.ts';
import { ELSEWHERE, elsewhereSince } from './perhaps-sent.ts';

/** One attempt must be assumed: a refusal of the next one proves nothing then (see refused-create.ts). */
const DOUBT = `UPDATE submission SET state = 'unconfirmed', unconfirmed_since = @now, next_at = @now, misses = 0,
    attempts = MAX(attempts, 1), problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'queued'`;

/** What is under way keeps its state, for it may be accepted: whoever sends it reads the mark (see `isDoubted` of the table). */
const MARK = `UPDATE submission SET problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'sending'`;

/** What was refused stays so: a person is told why. The other station may have tried it too. */
const DOUBT_REFUSED = `UPDATE submission SET attempts = 1 WHERE state = 'rejected' AND attempts = 0`;

const lastSchema = z.object({ at: z.int().nullable() });

/**
 * What waits here to be sent from a shared folder may have been sent by another station that had the folder meanwhile, under
 * the same external_id (I2). It is unconfirmed from here on, so the service is asked before anything goes. `path` is where the
 * folder is: what came from there under another rule is meant too. What is being sent may still wait for a token or a
 * connection, so it is marked. Of what ended it is kept that the folder was elsewhere since (see `wasElsewhereSince`).
 */
export function markUnconfirmed(ledger: Ledger, path: string, now: number): void {
  ledger.transaction(() => {
    for (const { folderId, after, upTo } of placesAt(ledger, path)) {
      for (const change of [DOUBT, MARK, DOUBT_REFUSED]) {
        ledger
          .prepared(`${change} AND folder_id = @folderId AND seq > @after AND seq <= @upTo`)
          .run({ now, folderId, after, upTo });
      }
      noteElsewhere(ledger, folderId, now);
    }
  });
}

/**
 * Whether another station had, since this one was refused or taken back, the folder that it came from. Then that one may have sent
 * it, and its end here proves nothing any more. For all places of the folder alike, which costs look-ups alone.
 */
export function wasElsewhereSince(
  ledger: Ledger,
  { folder_id: folderId, ended_at: endedAt }: Pick<SubmissionRow, 'folder_id' | 'ended_at'>,
): boolean {
  const asked = ledger.prepared(`SELECT ${elsewhereSince('@folderId', '@endedAt')} AS count`);
  return readOne(asked, countSchema, { folderId, endedAt })?.count === 1;
}

/** Not before anything that ended by then, whatever the clock said when it did. */
function noteElsewhere(ledger: Ledger, folderId: string, now: number): void {
  const ended = ledger.prepared(
    `SELECT MAX(ended_at) AS at FROM submission WHERE state IN ('rejected', 'withdrawn') AND folder_id = ?`,
  );
  const last = readOne(ended, lastSchema, folderId)?.at ?? now;
  writeState(ledger, `${ELSEWHERE}${folderId}`, Math.max(now, last));
}

/** The same for one of them; false when it is not queued. */
export function doubtOne(ledger: Ledger, id: string, now: number): boolean {
  return ledger.prepared(`${DOUBT} AND id = @id`).run({ now, id }).changes === 1;
}
