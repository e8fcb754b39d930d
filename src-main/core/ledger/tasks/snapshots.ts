import { z } from 'zod';
import { type TaskDetails, taskDetailsSchema } from '../../service/schemas.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { jsonColumn } from '../db/rows.ts';

/** Enough for many rounds of asking and answering; the oldest go first. */
const KEPT_PER_TASK = 24;

const snapshotSchema = z.object({
  id: z.int(),
  task_uuid: z.string(),
  taken_at: z.int(),
  status: z.string(),
  payload: jsonColumn(taskDetailsSchema),
});
/** One stored TaskDetails payload, whole and unmixed (I6). */
export type Snapshot = z.infer<typeof snapshotSchema>;

const textSchema = z.object({ id: z.int(), payload: z.string() });

/**
 * Stores a payload as the Task's newest snapshot, unless it is the same as the newest. One that only continues the same
 * status change takes the place of its forerunner, so that every status change keeps its last word. Gives whether
 * anything was stored.
 */
export function addSnapshot(ledger: Ledger, details: TaskDetails, now: number): boolean {
  const payload = JSON.stringify(details);
  const newest = readOne(
    ledger.prepared('SELECT id, payload FROM snapshot WHERE task_uuid = ? ORDER BY id DESC LIMIT 1'),
    textSchema,
    details.uuid,
  );
  if (newest?.payload === payload) return false;
  if (newest !== null && isSameChange(newest.payload, details)) {
    ledger.prepared('DELETE FROM snapshot WHERE id = ?').run(newest.id);
  }
  ledger
    .prepared('INSERT INTO snapshot (task_uuid, taken_at, status, payload) VALUES (?, ?, ?, ?)')
    .run(details.uuid, now, details.status, payload);
  ledger
    .prepared(
      `DELETE FROM snapshot WHERE task_uuid = ? AND id NOT IN
         (SELECT id FROM snapshot WHERE task_uuid = ? ORDER BY id DESC LIMIT ?)`,
    )
    .run(details.uuid, details.uuid, KEPT_PER_TASK);
  return true;
}

function isSameChange(payload: string, details: TaskDetails): boolean {
  const earlier = taskDetailsSchema.parse(JSON.parse(payload));
  return earlier.status === details.status && earlier.latest_status_change === details.latest_status_change;
}

/** Whether the details are, to the letter, the newest snapshot of their Task. */
export function isNewestSnapshot(ledger: Ledger, details: TaskDetails): boolean {
  const newest = readOne(
    ledger.prepared('SELECT id, payload FROM snapshot WHERE task_uuid = ? ORDER BY id DESC LIMIT 1'),
    textSchema,
    details.uuid,
  );
  return newest?.payload === JSON.stringify(details);
}

/** The newest snapshot of a Task, or null when its details were never fetched (or were purged). */
export function latestSnapshot(ledger: Ledger, taskUuid: string): Snapshot | null {
  return readOne(
    ledger.prepared('SELECT * FROM snapshot WHERE task_uuid = ? ORDER BY id DESC LIMIT 1'),
    snapshotSchema,
    taskUuid,
  );
}

/** Every kept snapshot of a Task, oldest first. */
export function snapshotsOf(ledger: Ledger, taskUuid: string): Snapshot[] {
  return readAll(
    ledger.prepared('SELECT * FROM snapshot WHERE task_uuid = ? ORDER BY id'),
    snapshotSchema,
    taskUuid,
  );
}
