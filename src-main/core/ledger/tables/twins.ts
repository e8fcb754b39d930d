import { z } from 'zod';
import type { TaskSummary } from '../../service/schemas.ts';
import { microsOf } from '../db/date-time.ts';
import { type Ledger, readOne, readValue } from '../db/ledger.ts';
import { readState, writeState } from '../db/station-state.ts';

/*
 * Two Tasks under one external_id that this station made are twins: the service made two Tasks of one submission. A gateway repeated the
 * request, or the service showed the first Task so late that Clearfolder sent the submission again (I2). A Task that was gone and is back
 * is the twin of the Task into which a person sent the same documents meanwhile.
 */

const LAG_KEY = 'service.lag';

/** The Task that a listed Task doubles; null if no accepted submission has its external_id and task type, or if it is the Task itself. */
export function doubledBy(ledger: Ledger, { uuid, external_id, task_type }: TaskSummary): string | null {
  const of = ledger.prepared(
    `SELECT task_uuid FROM submission
     WHERE external_id = @external_id AND task_type = @task_type AND task_uuid IS NOT NULL AND task_uuid <> @uuid
       AND NOT EXISTS (SELECT 1 FROM submission AS own WHERE own.task_uuid = @uuid)`,
  );
  return readValue(of, z.string(), { uuid, external_id: external_id ?? null, task_type });
}

/** Whether an unfinished submission has the external_id and task type of a listed Task, so that the Task may be one of two. */
export function mayDouble(ledger: Ledger, { external_id, task_type }: TaskSummary): boolean {
  const open = ledger.prepared(
    `SELECT 1 FROM submission WHERE external_id = @external_id AND task_type = @task_type
       AND state IN ('queued', 'sending', 'unconfirmed')`,
  );
  return readValue(open, z.int(), { external_id: external_id ?? null, task_type }) !== null;
}

/** Adds a pair of twins, unless the pair is known. Must be called in a transaction. Returns whether the pair is new. */
export function addTwin(ledger: Ledger, twin: string, of: string, seenAt: number): boolean {
  const add = ledger.prepared('INSERT OR IGNORE INTO twin (task_uuid, of_uuid, seen_at) VALUES (?, ?, ?)');
  return add.run(twin, of, seenAt).changes === 1;
}

/** Adds the pairs of a Task that was gone and is back with the later Tasks of the same documents and purpose. */
export function addTwinsOfReturned(ledger: Ledger, uuid: string, seenAt: number): void {
  ledger
    .prepared(
      `INSERT OR IGNORE INTO twin (task_uuid, of_uuid, seen_at)
       SELECT later.task_uuid, own.task_uuid, @seenAt FROM submission AS own
       JOIN submission AS later ON later.payload_hash = own.payload_hash AND later.seq > own.seq
       WHERE own.task_uuid = @uuid AND later.task_uuid <> own.task_uuid
         AND EXISTS (SELECT 1 FROM submission_file WHERE submission_id = own.id)`,
    )
    .run({ uuid, seenAt });
}

const pairSchema = z.object({
  other: z.string(),
  /** The Task that a person called superfluous; null if both Tasks are wanted, or if no person has decided. */
  superfluous: z.string().nullable(),
  decided_at: z.int().nullable(),
  decided_by: z.string().nullable(),
});
export type TwinPair = z.infer<typeof pairSchema>;

/** Returns the other Task of the newest pair of a Task, and what a person decided; null if the Task has no twin. */
export function twinOf(ledger: Ledger, task: string): TwinPair | null {
  return readOne(
    ledger.prepared(
      `SELECT IIF(task_uuid = @task, of_uuid, task_uuid) AS other, superfluous, decided_at, decided_by FROM twin
       WHERE task_uuid = @task OR of_uuid = @task ORDER BY decided_at IS NOT NULL, seen_at DESC LIMIT 1`,
    ),
    pairSchema,
    { task },
  );
}

/** Stores the decision of a person about all pairs of a Task. Must be called in a transaction. Returns false if the Task has no twin. */
export function decideTwin(
  ledger: Ledger,
  task: string,
  { superfluous, at, by }: { readonly superfluous: boolean; readonly at: number; readonly by: string },
): boolean {
  const decide = ledger.prepared(
    `UPDATE twin SET superfluous = @superfluous, decided_at = @at, decided_by = @by
     WHERE task_uuid = @task OR of_uuid = @task`,
  );
  return decide.run({ task, superfluous: superfluous ? task : null, at, by }).changes > 0;
}

/** Counts the pairs that wait for the decision of a person. `task` is a Task of the oldest pair; null without a pair. */
export function openTwins(ledger: Ledger): { readonly count: number; readonly task: string | null } {
  const open = ledger.prepared(
    `SELECT COUNT(*) AS count, (SELECT of_uuid FROM twin WHERE decided_at IS NULL ORDER BY seen_at LIMIT 1) AS task
     FROM twin WHERE decided_at IS NULL`,
  );
  const row = readOne(open, z.object({ count: z.int(), task: z.string().nullable() }));
  return row ?? { count: 0, task: null };
}

const lagSchema = z.object({ at: z.int(), seconds: z.int() });
/** The longest time, in seconds, for which the service did not show a new Task, and when this station saw that. */
export type SeenLag = z.infer<typeof lagSchema>;

export function readLag(ledger: Ledger): SeenLag | null {
  return readState(ledger, LAG_KEY, lagSchema);
}

/** Records that the service did not show a new Task for `seconds`. Keeps the longest time. */
export function noteLag(ledger: Ledger, seconds: number, at: number): void {
  if (seconds > (readLag(ledger)?.seconds ?? 0))
    writeState(ledger, LAG_KEY, { at, seconds: Math.ceil(seconds) });
}

/** Returns the seconds between the creation of twins if this station sent their submission more than once; otherwise null. */
export function lagBetween(ledger: Ledger, twin: TaskSummary, of: string): number | null {
  const sent = ledger.prepared(
    'SELECT created FROM task JOIN submission ON task_uuid = uuid WHERE uuid = ? AND attempts > 1',
  );
  const created = readValue(sent, z.string(), of);
  return created === null ? null : Math.abs(microsOf(created) - microsOf(twin.created)) / 1_000_000;
}
