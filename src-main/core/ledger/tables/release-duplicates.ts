import { z } from 'zod';
import { type Ledger, readAll } from '../db/ledger.ts';
import type { SubmissionRow } from '../db/rows.ts';
import { findEarlierWith, findTwin } from './earlier.ts';
import { mayHaveArrived } from './perhaps-sent.ts';

const duplicateSchema = z.object({
  id: z.int(),
  sha256: z.string().nullable(),
  stands: z.int(),
});

const DUPLICATES = `SELECT id, sha256, current = 1 AND gone = 0 AS stands
  FROM file WHERE duplicate_of = ? AND state = 'duplicate'`;

/**
 * Nothing is known to have come of this submission, so no file may go on as a duplicate of it (I1). Each is one of another submission by which
 * its bytes go or went; where there is none, a person decides, and what stands there no more counts as removed before it was
 * sent. To be called in the transaction that withdraws it, after that.
 */
export function releaseDuplicates(ledger: Ledger, submission: SubmissionRow): void {
  const { id } = submission;
  const duplicates = readAll(ledger.prepared(DUPLICATES), duplicateSchema, id);
  if (duplicates.length === 0) return;
  const point = ledger.prepared('UPDATE file SET duplicate_of = ? WHERE id = ?');
  // It keeps what it equals: by that the files that came together are known, and what a dropped one was to go as.
  const hold = ledger.prepared(`UPDATE file SET state = 'held', problem_code = ? WHERE id = ?`);
  const why = mayHaveArrived(ledger, id) ? 'file.perhaps-sent' : 'file.duplicate-withdrawn';
  // Without its hash: a version that is only touched must not be taken back into one that was never sent.
  const vanish = ledger.prepared(
    `UPDATE file SET state = 'withdrawn', problem_code = 'file.vanished', current = 0, sha256 = NULL WHERE id = ?`,
  );
  const as = { taskType: submission.task_type, requestSpec: submission.request_spec };
  const twin = findTwin(ledger, submission);
  for (const { id: file, sha256, stands } of duplicates) {
    const alone = sha256 !== null ? findEarlierWith(ledger, as, sha256) : null;
    const other = [twin, alone].find((one) => one?.goes === true);
    if (other != null) point.run(other.id, file);
    else if (stands === 1) hold.run(why, file);
    else vanish.run(file);
  }
}
