import { z } from 'zod';
import { type Ledger, readOne } from '../db/ledger.ts';
import type { TaskRow, TrackingScope } from './task-row.ts';

const DENIALS_NEEDED = 2;
/** How long a Task that no list names may stay without an answer before its status counts as unknown. */
const UNANSWERED_MS = 300_000;

/**
 * Notes that the service denies a Task. `isProven` where it found another Task of this station in the same conversation: the second
 * such denial makes the Task gone, and nothing asks for it any more (I10). Gives whether it is gone.
 */
export function noteDenial(ledger: Ledger, uuid: string, isProven: boolean, now: number): boolean {
  ledger
    .prepared(
      `UPDATE task SET denied_since = COALESCE(denied_since, @now), denials = denials + @proven,
         gone_since = CASE WHEN denials + @proven >= ${DENIALS_NEEDED} THEN COALESCE(gone_since, @now) END,
         details_due = denials + @proven < ${DENIALS_NEEDED}
       WHERE uuid = @uuid`,
    )
    .run({ uuid, proven: isProven ? 1 : 0, now });
  const gone = ledger.prepared('SELECT gone_since IS NOT NULL AS n FROM task WHERE uuid = ?');
  return readOne(gone, z.object({ n: z.int() }), uuid)?.n === 1;
}

/** A list of all Tasks did not name the Task, so its details are to be fetched. */
export function noteUnlisted(ledger: Ledger, uuid: string, now: number): void {
  ledger
    .prepared(
      'UPDATE task SET unlisted_since = MIN(COALESCE(unlisted_since, @now), @now), details_due = 1 WHERE uuid = @uuid',
    )
    .run({ uuid, now });
}

/**
 * The service gave no answer about the Task. A Task that no list names either cannot be confirmed any more, which shows after a while
 * (I10). Gives whether the Task turned unconfirmed by this.
 */
export function noteUnanswered(ledger: Ledger, uuid: string, now: number): boolean {
  const unanswered = ledger.prepared(
    'UPDATE task SET denied_since = unlisted_since WHERE uuid = ? AND denied_since IS NULL AND unlisted_since <= ?',
  );
  return unanswered.run(uuid, now - UNANSWERED_MS).changes === 1;
}

/** The service named the Task: the Task exists. Gives whether the Task was unconfirmed or gone. */
export function noteSeen(ledger: Ledger, task: TaskRow): boolean {
  if (task.denied_since === null && task.unlisted_since === null) return false;
  ledger
    .prepared(
      'UPDATE task SET denied_since = NULL, denials = 0, gone_since = NULL, unlisted_since = NULL WHERE uuid = ?',
    )
    .run(task.uuid);
  return task.denied_since !== null;
}

/** In SQL: the Task has not ended. */
export const UNENDED = `status NOT IN ('completed', 'failed', 'invalid')`;

/** Of a submission, in SQL: its Task is gone without an end. Whether its documents are sent again, a person decides. */
export const TASK_IS_GONE = `EXISTS (SELECT 1 FROM task WHERE task.uuid = submission.task_uuid AND gone_since IS NOT NULL AND ${UNENDED})`;

/** How many Tasks without an end are gone, and of how many that could not be confirmed yet. */
export function countDenied(ledger: Ledger, scope: TrackingScope): { gone: number; denied: number } {
  const counts = ledger.prepared(
    `SELECT COUNT(gone_since) AS gone, COUNT(*) - COUNT(gone_since) AS denied
     FROM task WHERE denied_since IS NOT NULL AND ${UNENDED} AND ${scope === 'station' ? 'mine = 1' : 'TRUE'}`,
  );
  return readOne(counts, z.object({ gone: z.int(), denied: z.int() })) ?? { gone: 0, denied: 0 };
}
