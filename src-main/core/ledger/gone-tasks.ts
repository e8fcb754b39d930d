import { z } from 'zod';
import { type Ledger, readOne } from './ledger.ts';
import type { TrackingScope } from './task-row.ts';

const DENIALS_NEEDED = 2;

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

/** The service named the Task: it is not denied any more. Gives whether it was. */
export function noteSeen(ledger: Ledger, uuid: string): boolean {
  const seen = ledger.prepared(
    'UPDATE task SET denied_since = NULL, denials = 0, gone_since = NULL WHERE uuid = ? AND denied_since IS NOT NULL',
  );
  return seen.run(uuid).changes === 1;
}

const UNENDED = `status NOT IN ('completed', 'failed', 'invalid')`;

/** How many Tasks without an end are gone, and of how many that could not be confirmed yet. */
export function countDenied(ledger: Ledger, scope: TrackingScope): { gone: number; denied: number } {
  const counts = ledger.prepared(
    `SELECT COUNT(gone_since) AS gone, COUNT(*) - COUNT(gone_since) AS denied
     FROM task WHERE denied_since IS NOT NULL AND ${UNENDED} AND ${scope === 'station' ? 'mine = 1' : 'TRUE'}`,
  );
  return readOne(counts, z.object({ gone: z.int(), denied: z.int() })) ?? { gone: 0, denied: 0 };
}
