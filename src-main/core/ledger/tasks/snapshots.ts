import { z } from 'zod';
import { type TaskDetails, taskDetailsSchema } from '../../service/schemas.ts';
import { compareInstants } from '../db/date-time.ts';
import { jsonColumn, type Ledger, readAll, readColumn, readOne } from '../db/ledger.ts';
import type { TaskRow } from './task-row.ts';

/** The maximum number of snapshots that the ledger keeps of a Task. The number is enough for many rounds of questions and answers. */
const KEPT_PER_TASK = 24;

const snapshotSchema = z.object({
  id: z.int(),
  task_uuid: z.string(),
  taken_at: z.int(),
  status: z.string(),
  payload: jsonColumn(taskDetailsSchema),
});
/** A TaskDetails payload in the ledger: the complete and unchanged content of one response of the service (I6). */
export type Snapshot = z.infer<typeof snapshotSchema>;

const textSchema = z.object({ id: z.int(), payload: z.string() });

/**
 * Stores TaskDetails as the newest snapshot of their Task, and returns true. If the newest stored snapshot is equal, stores nothing and
 * returns false. If the newest stored snapshot has the same `status` and `latest_status_change`, the new snapshot replaces it.
 */
export function addSnapshot(ledger: Ledger, details: TaskDetails, now: number): boolean {
  const payload = JSON.stringify(details);
  const newest = newestText(ledger, details.uuid);
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

export function isNewestSnapshot(ledger: Ledger, details: TaskDetails): boolean {
  return newestText(ledger, details.uuid)?.payload === JSON.stringify(details);
}

function newestText(ledger: Ledger, uuid: string) {
  const newest = ledger.prepared(
    'SELECT id, payload FROM snapshot WHERE task_uuid = ? ORDER BY id DESC LIMIT 1',
  );
  return readOne(newest, textSchema, uuid);
}

/** Returns the newest snapshot of a Task; null if the details were never fetched, or if retention removed them. */
export function latestSnapshot(ledger: Ledger, taskUuid: string): Snapshot | null {
  return readOne(
    ledger.prepared('SELECT * FROM snapshot WHERE task_uuid = ? ORDER BY id DESC LIMIT 1'),
    snapshotSchema,
    taskUuid,
  );
}

/** Returns the uuids of the data items in the Task's newest snapshot; null without a snapshot. */
export function itemsOf(ledger: Ledger, taskUuid: string): string[] | null {
  const newest = newestText(ledger, taskUuid);
  if (newest === null) return null;
  const items = ledger.prepared(
    `SELECT json_extract(value, '$.uuid') FROM json_each(?, '$.data_items')
     WHERE json_type(value, '$.uuid') = 'text'`,
  );
  return readColumn(items, z.string(), newest.payload);
}

export function snapshotsOf(ledger: Ledger, taskUuid: string): Snapshot[] {
  return readAll(
    ledger.prepared('SELECT * FROM snapshot WHERE task_uuid = ? ORDER BY id'),
    snapshotSchema,
    taskUuid,
  );
}

/**
 * SQL on a row of `task`: which details the ledger has (`taskRowViewSchema.details`). An empty name of a Task with a `cleared` date shows
 * that retention deleted the content of the Task.
 */
export const DETAILS = `CASE
  WHEN EXISTS (SELECT 1 FROM snapshot WHERE task_uuid = uuid) THEN iif(details_due = 0, 'loaded', 'as_of')
  WHEN name = '' AND cleared IS NOT NULL THEN 'deleted' ELSE 'not_loaded' END`;
/** SQL on a row of `task`: the time at which the newest details were loaded, in milliseconds since the epoch; null without details. */
export const DETAILS_AS_OF = '(SELECT MAX(taken_at) FROM snapshot WHERE task_uuid = uuid)';

/** Which details the ledger has, and when they were loaded (`taskRowViewSchema`). */
const knownDetailsSchema = z.object({
  details: z.enum(['loaded', 'as_of', 'not_loaded', 'deleted']),
  details_as_of: z.int().nullable(),
});

export function knownDetails(ledger: Ledger, uuid: string): z.infer<typeof knownDetailsSchema> {
  const known = ledger.prepared(
    `SELECT ${DETAILS} AS details, ${DETAILS_AS_OF} AS details_as_of FROM task WHERE uuid = ?`,
  );
  return knownDetailsSchema.parse(known.get(uuid));
}

/**
 * Returns the payload of the Task's newest snapshot if the snapshot belongs to the status in `row`. Otherwise returns null, because the
 * details of one status must not be shown with another status (I6).
 */
export function currentDetails(
  ledger: Ledger,
  row: Pick<TaskRow, 'uuid' | 'status' | 'latest_status_change'>,
): TaskDetails | null {
  const snapshot = latestSnapshot(ledger, row.uuid);
  if (snapshot === null || snapshot.status !== row.status) return null;
  const { payload } = snapshot;
  return compareInstants(payload.latest_status_change, row.latest_status_change) === 0 ? payload : null;
}
