import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';

const knownSchema = z.object({
  uuid: z.string(),
  external_id: z.string(),
  first_sent_at: z.int().nullable(),
  ended_at: z.int().nullable(),
});
/** A Task that a submission of this station became, with the times of the submission. */
export type KnownTask = z.infer<typeof knownSchema>;

/** The newest Tasks of this station that are known to exist, those first that the service does not deny just now. */
export function knownTasks(ledger: Ledger, except: string | null, limit: number): KnownTask[] {
  return readAll(
    ledger.prepared(
      `SELECT submission.task_uuid AS uuid, COALESCE(task.external_id, submission.external_id) AS external_id,
         first_sent_at, ended_at
       FROM submission LEFT JOIN task ON task.uuid = submission.task_uuid
       WHERE task_uuid IS NOT NULL AND task_uuid IS NOT ? AND gone_since IS NULL
       ORDER BY denied_since IS NOT NULL, ended_at DESC LIMIT ?`,
    ),
    knownSchema,
    except,
    limit,
  );
}

/** Whether the service ever accepted a submission of this station. */
export function everAccepted(ledger: Ledger): boolean {
  const some = ledger.prepared(
    'SELECT EXISTS (SELECT 1 FROM submission WHERE task_uuid IS NOT NULL) AS some',
  );
  return readOne(some, z.object({ some: z.int() }))?.some === 1;
}
