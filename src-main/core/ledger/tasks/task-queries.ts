import { z } from 'zod';
import { type Ledger, readAll, readColumn, readNumber, readValue } from '../db/ledger.ts';
import { assigneesKnown, putAwayRow } from './handling.ts';
import { type TaskRow, type TrackingScope, taskRowSchema } from './task-row.ts';

// Returns the SQL condition for the Tasks of a scope. `station`: the Tasks that this station created, and the Tasks to which the service
// redirected answers of this station. `organisation`: all Tasks.
function within(scope: TrackingScope): string {
  return scope === 'station' ? 'mine = 1' : 'TRUE';
}

// SQL condition: the Task is neither ended nor gone. To use the partial index `task_open`, SQLite needs exactly the condition of the index.
const OPEN = `status NOT IN ('completed', 'failed', 'invalid') AND gone_since IS NULL`;

export function countOpen(ledger: Ledger, scope: TrackingScope): number {
  return readNumber(ledger.prepared(`SELECT COUNT(*) FROM task WHERE ${OPEN} AND ${within(scope)}`));
}

/** Returns the earliest `latest_status_change` of the open Tasks in the scope, or null. `not-waiting` leaves out waiting Tasks. */
export function earliestOpen(
  ledger: Ledger,
  scope: TrackingScope,
  which: 'all' | 'not-waiting',
): string | null {
  const waiting = which === 'all' ? 'TRUE' : `status <> 'waiting'`;
  const earliest = ledger.prepared(
    `SELECT latest_status_change FROM task WHERE ${OPEN} AND ${waiting} AND ${within(scope)}
     ORDER BY changed_us LIMIT 1`,
  );
  return readValue(earliest, z.string());
}

/**
 * Returns the open Tasks whose last proof is from before `before`, the oldest proof first. All times are milliseconds since the epoch. A
 * proof from after `now` is no proof, because the wall clock was set back.
 */
export function tasksToProve(
  ledger: Ledger,
  scope: TrackingScope,
  times: { readonly before: number; readonly now: number; readonly limit: number },
): string[] {
  const overdue = ledger.prepared(
    `SELECT uuid FROM task WHERE ${OPEN} AND ${within(scope)} AND (checked_at <= @before OR checked_at > @now)
     ORDER BY checked_at LIMIT @limit`,
  );
  return readColumn(overdue, z.string(), times);
}

/**
 * Returns the time of the oldest proof of an open Task in milliseconds since the epoch, or null. Leaves out denied Tasks, because a denied
 * Task is shown as not confirmed, and must not make the proofs of the other Tasks look old.
 */
export function oldestProof(ledger: Ledger, scope: TrackingScope): number | null {
  const oldest = ledger.prepared(
    `SELECT checked_at FROM task WHERE ${OPEN} AND ${within(scope)} AND denied_since IS NULL
     ORDER BY checked_at LIMIT 1`,
  );
  return readValue(oldest, z.int());
}

export function openTasks(ledger: Ledger, scope: TrackingScope): string[] {
  const open = ledger.prepared(`SELECT uuid FROM task WHERE ${OPEN} AND ${within(scope)}`);
  return readColumn(open, z.string());
}

/** Returns the Tasks of the scope whose details must be fetched: first the waiting Tasks, then the newest changes. */
export function dueTasks(ledger: Ledger, scope: TrackingScope, limit: number): string[] {
  const due = ledger.prepared(
    `SELECT uuid FROM task WHERE details_due = 1 AND ${within(scope)}
     ORDER BY status = 'waiting' DESC, latest_status_change DESC LIMIT ?`,
  );
  return readColumn(due, z.string(), limit);
}

export function earliestCreated(ledger: Ledger, scope: TrackingScope): string | null {
  const earliest = ledger.prepared(
    `SELECT created FROM task WHERE ${within(scope)} ORDER BY created_us LIMIT 1`,
  );
  return readValue(earliest, z.string());
}

/** Returns the waiting Tasks that this station sent by a folder rule. A test of a task type, and a Task that was given up, need no answer. */
export function waitingOfFolder(ledger: Ledger, folderId: string): TaskRow[] {
  return readAll(
    ledger.prepared(
      `SELECT * FROM task WHERE status = 'waiting' AND gone_since IS NULL AND test = 0 AND +folder_id = ?
         AND NOT EXISTS (${putAwayRow('NULL', 'given-up')}) ORDER BY uuid`,
    ),
    taskRowSchema,
    folderId,
  );
}

const historySchema = z.object({ status: z.string(), since: z.string(), seen_at: z.int() });

/** Returns all statuses of a Task, in the order in which this station learned of them. */
export function taskHistory(ledger: Ledger, taskUuid: string): z.infer<typeof historySchema>[] {
  return readAll(
    ledger.prepared('SELECT status, since, seen_at FROM task_history WHERE task_uuid = ? ORDER BY id'),
    historySchema,
    taskUuid,
  );
}

export function statusesSeen(ledger: Ledger): string[] {
  return readColumn(ledger.prepared('SELECT DISTINCT status FROM task'), z.string());
}

/** Returns at most 10 Tasks that a person may mean by `reference`: a uuid, the beginning of a uuid, or an external_id. */
export function tasksByReference(ledger: Ledger, reference: string): TaskRow[] {
  const exact = readAll(
    ledger.prepared(
      'SELECT * FROM task WHERE uuid IN (@reference, lower(@reference)) OR external_id = @reference LIMIT 10',
    ),
    taskRowSchema,
    { reference },
  );
  if (exact.length > 0 || !/^[0-9a-f-]{4,}$/i.test(reference)) return exact;
  return readAll(
    ledger.prepared(
      `SELECT * FROM task WHERE uuid >= lower(@reference) AND uuid < lower(@reference) || 'g' LIMIT 10`,
    ),
    taskRowSchema,
    { reference },
  );
}

const knownSchema = z.object({
  uuid: z.string(),
  external_id: z.string(),
});
/** A Task that a submission of this station became. */
export type KnownTask = z.infer<typeof knownSchema>;

/**
 * Returns at most `limit` Tasks of this station, newest first. Tasks that were denied come last, after Tasks whose external_id was changed,
 * because other Tasks may have the new external_id too. Leaves out gone Tasks and the Task `except`.
 */
export function knownTasks(ledger: Ledger, except: string | null, limit: number): KnownTask[] {
  return readAll(
    ledger.prepared(
      `SELECT submission.task_uuid AS uuid, COALESCE(task.external_id, submission.external_id) AS external_id
       FROM submission LEFT JOIN task ON task.uuid = submission.task_uuid
       WHERE task_uuid IS NOT NULL AND task_uuid IS NOT ? AND gone_since IS NULL
       ORDER BY denied_since IS NOT NULL, task.external_id IS NOT NULL AND task.external_id <> submission.external_id,
         ended_at DESC LIMIT ?`,
    ),
    knownSchema,
    except,
    limit,
  );
}

export function everAccepted(ledger: Ledger): boolean {
  const some = ledger.prepared('SELECT EXISTS (SELECT 1 FROM submission WHERE task_uuid IS NOT NULL)');
  return readNumber(some) === 1;
}

export function taskFacets(ledger: Ledger): {
  statuses: string[];
  task_types: string[];
  codes: string[];
  folders: string[];
  assignees: string[];
} {
  return {
    statuses: valuesOf(ledger, 'status', 'task'),
    task_types: valuesOf(ledger, 'task_type', 'task'),
    codes: valuesOf(ledger, 'code', 'task_verdict'),
    folders: valuesOf(ledger, 'folder_id', 'task'),
    assignees: assigneesKnown(ledger),
  };
}

// Returns the distinct values of a column. The recursive query takes one index look-up for each value. DISTINCT would read the whole index.
function valuesOf(ledger: Ledger, column: string, table: string): string[] {
  const next = (than: string) => `(SELECT MIN(${column}) FROM ${table} WHERE ${column} ${than})`;
  const values = ledger.prepared(
    `WITH RECURSIVE found (value) AS (
       SELECT ${next('IS NOT NULL')} UNION ALL SELECT ${next('> found.value')} FROM found WHERE value IS NOT NULL
     ) SELECT value FROM found WHERE value IS NOT NULL`,
  );
  return readColumn(values, z.string());
}
