import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { UNENDED } from './gone-tasks.ts';
import { type TaskRow, type TrackingScope, taskRowSchema } from './task-row.ts';

const numberSchema = z.object({ n: z.int() });
const sinceSchema = z.object({ since: z.string() });
const uuidSchema = z.object({ uuid: z.string() });
const createdSchema = z.object({ created: z.string() });

/** SQL that holds for the Tasks of a scope; a Task somebody answers from here is followed too once it is `mine`. */
function within(scope: TrackingScope): string {
  return scope === 'station' ? 'mine = 1' : 'TRUE';
}

/** The condition of the index over the open Tasks: not ended, and not gone. */
const OPEN = `status NOT IN ('completed', 'failed', 'invalid') AND gone_since IS NULL`;

/** How many Tasks of the scope have not ended. */
export function countOpen(ledger: Ledger, scope: TrackingScope): number {
  return (
    readOne(
      ledger.prepared(`SELECT COUNT(*) AS n FROM task WHERE ${OPEN} AND ${within(scope)}`),
      numberSchema,
    )?.n ?? 0
  );
}

/** The earliest `latest_status_change` among the open Tasks of the scope, all of them or those not waiting; null when there are none. */
export function earliestOpen(
  ledger: Ledger,
  scope: TrackingScope,
  which: 'all' | 'not-waiting',
): string | null {
  const waiting = which === 'all' ? 'TRUE' : `status <> 'waiting'`;
  return (
    readOne(
      ledger.prepared(
        `SELECT latest_status_change AS since FROM task WHERE ${OPEN} AND ${waiting} AND ${within(scope)}
         ORDER BY changed_us LIMIT 1`,
      ),
      sinceSchema,
    )?.since ?? null
  );
}

/** The open Tasks of the scope. */
export function openTasks(ledger: Ledger, scope: TrackingScope): string[] {
  const open = ledger.prepared(`SELECT uuid FROM task WHERE ${OPEN} AND ${within(scope)}`);
  return readAll(open, uuidSchema).map((row) => row.uuid);
}

/** The Tasks of the scope whose details are to be fetched, those not ended for longest last. */
export function dueTasks(ledger: Ledger, scope: TrackingScope, limit: number): string[] {
  return readAll(
    ledger.prepared(
      `SELECT uuid FROM task WHERE details_due = 1 AND ${within(scope)} ORDER BY latest_status_change DESC LIMIT ?`,
    ),
    uuidSchema,
    limit,
  ).map((row) => row.uuid);
}

/** The earliest creation among the Tasks of the scope, or null when there are none. */
export function earliestCreated(ledger: Ledger, scope: TrackingScope): string | null {
  return (
    readOne(
      ledger.prepared(`SELECT created FROM task WHERE ${within(scope)} ORDER BY created_us LIMIT 1`),
      createdSchema,
    )?.created ?? null
  );
}

const historySchema = z.object({ status: z.string(), since: z.string(), seen_at: z.int() });
export type TaskHistoryRow = z.infer<typeof historySchema>;

/** Every status a Task was seen in, in the order it was learnt. */
export function taskHistory(ledger: Ledger, taskUuid: string): TaskHistoryRow[] {
  return readAll(
    ledger.prepared('SELECT status, since, seen_at FROM task_history WHERE task_uuid = ? ORDER BY id'),
    historySchema,
    taskUuid,
  );
}

/** Every status that a Task of the ledger is in. */
export function statusesSeen(ledger: Ledger): string[] {
  return readAll(
    ledger.prepared('SELECT DISTINCT status FROM task'),
    taskRowSchema.pick({ status: true }),
  ).map(({ status }) => status);
}

/** Every Task (or those in one of the statuses), newest first. A Task that is gone is in no status but `gone`. */
export function listTasks(ledger: Ledger, statuses: readonly string[]): TaskRow[] {
  return readAll(
    ledger.prepared(
      `SELECT * FROM task WHERE @statuses = '[]' OR IIF(gone_since IS NOT NULL AND ${UNENDED}, 'gone', status) IN (SELECT value FROM json_each(@statuses)) ORDER BY created_us DESC, uuid DESC`,
    ),
    taskRowSchema,
    { statuses: JSON.stringify(statuses) },
  );
}

/** The Tasks a person may mean by a uuid, the beginning of one, or an external_id; at most 10. */
export function findTasks(ledger: Ledger, reference: string): TaskRow[] {
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
