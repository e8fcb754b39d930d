import { z } from 'zod';
import { TASK_STATUSES, type TaskStatus } from '../task-status.ts';
import type { Db } from './database.ts';

export const TaskRow = z.object({
  id: z.number(),
  uuid: z.string(),
  org_id: z.number(),
  external_id: z.string().nullable(),
  task_type: z.string(),
  status: z.enum(TASK_STATUSES),
  name: z.string(),
  name_given: z.number(),
  cleared: z.number().nullable(),
  created: z.number(),
  latest_status_change: z.number(),
  category: z.string().nullable(),
  request_spec: z.string(),
  callback_template: z.string().nullable(),
  patient_key: z.string().nullable(),
  round: z.number(),
  result: z.string().nullable(),
});

/** A stored Task. Times are milliseconds. `result` is the JSON of the newest result, or null. */
export type TaskRow = z.infer<typeof TaskRow>;

export type NewTask = Pick<
  TaskRow,
  | 'uuid'
  | 'org_id'
  | 'external_id'
  | 'task_type'
  | 'status'
  | 'name'
  | 'name_given'
  | 'created'
  | 'request_spec'
  | 'callback_template'
>;

export type RoundColumns = Pick<TaskRow, 'category' | 'name' | 'patient_key' | 'result'>;

const maybeNumber = z.number().nullable();
const maybeText = z.string().nullable();

/**
 * Creates the functions of the table of Tasks. Requests of clients must use the functions with `orgId`, so that no organization sees the
 * Tasks of another organization. Background work uses row ids.
 */
export function createTaskTable(db: Db) {
  const statements = {
    insert: db.prepare(
      `INSERT INTO tasks (uuid, org_id, external_id, task_type, status, name, name_given, created,
           latest_status_change, request_spec, callback_template)
         VALUES (@uuid, @org_id, @external_id, @task_type, @status, @name, @name_given, @created,
           @created, @request_spec, @callback_template)`,
    ),
    byId: db.prepare('SELECT * FROM tasks WHERE id = ?'),
    anyByUuid: db.prepare('SELECT * FROM tasks WHERE uuid = ?'),
    byUuid: db.prepare('SELECT * FROM tasks WHERE uuid = ? AND org_id = ?'),
    byExternalId: db.prepare(
      'SELECT * FROM tasks WHERE org_id = ? AND external_id = ? ORDER BY id DESC LIMIT 1',
    ),
    all: db.prepare('SELECT * FROM tasks ORDER BY id'),
    idsIn: db.prepare('SELECT id FROM tasks WHERE status = ? ORDER BY id').pluck(),
    countIn: db.prepare('SELECT count(*) FROM tasks WHERE status = ? AND org_id = ?').pluck(),
    firstDeferred: db.prepare(`SELECT id FROM tasks WHERE status = 'deferred' ORDER BY id LIMIT 1`).pluck(),
    enter: db.prepare('UPDATE tasks SET status = ?, latest_status_change = ?, round = ? WHERE id = ?'),
    metadata: db.prepare(
      'UPDATE tasks SET name = ?, name_given = ?, cleared = ?, external_id = ? WHERE id = ?',
    ),
    round: db.prepare('UPDATE tasks SET category = ?, name = ?, patient_key = ?, result = ? WHERE id = ?'),
    newestUuid: db
      .prepare(
        `SELECT uuid FROM tasks WHERE org_id = ? AND task_type = ? AND patient_key = ? AND id > ?
             AND status NOT IN ('failed', 'invalid') ORDER BY id DESC LIMIT 1`,
      )
      .pluck(),
  };

  return {
    insert: (task: NewTask): number => Number(statements.insert.run(task).lastInsertRowid),
    byId: (id: number): TaskRow => TaskRow.parse(statements.byId.get(id)),
    /** Returns a Task of any organization, for the operator of the service. */
    anyByUuid: (uuid: string): TaskRow | null => maybe(statements.anyByUuid.get(uuid)),
    byUuid: (orgId: number, uuid: string): TaskRow | null =>
      maybe(statements.byUuid.get(uuid.toLowerCase(), orgId)),
    /** Returns the newest Task with the external_id, because an external_id need not be unique. */
    byExternalId: (orgId: number, externalId: string): TaskRow | null =>
      maybe(statements.byExternalId.get(orgId, externalId)),
    all: (): TaskRow[] => z.array(TaskRow).parse(statements.all.all()),
    idsIn: (status: TaskStatus): number[] => z.array(z.number()).parse(statements.idsIn.all(status)),
    countIn: (status: TaskStatus, orgId: number): number =>
      z.number().parse(statements.countIn.get(status, orgId)),
    firstDeferred: (): number | null => maybeNumber.parse(statements.firstDeferred.get() ?? null),
    setStatus: (id: number, status: TaskStatus, latestStatusChange: number, round: number) =>
      void statements.enter.run(status, latestStatusChange, round, id),
    setMetadata: (task: TaskRow) =>
      void statements.metadata.run(task.name, task.name_given, task.cleared, task.external_id, task.id),
    setRound: (id: number, columns: RoundColumns) =>
      void statements.round.run(columns.category, columns.name, columns.patient_key, columns.result, id),
    /**
     * Returns the uuid of the Task that freezes `task`; null if `task` is not frozen. The newest later Task of the same organization, task
     * type and patient freezes a waiting Task, unless the later Task is failed or invalid. The database does not store the result, so a
     * Task is no longer frozen after the later Task failed.
     */
    frozenBy({ status, org_id, task_type, patient_key, id }: TaskRow): string | null {
      if (status !== 'waiting' || patient_key === null) return null;
      return maybeText.parse(statements.newestUuid.get(org_id, task_type, patient_key, id) ?? null);
    },
  };
}

export type TaskTable = ReturnType<typeof createTaskTable>;

function maybe(row: unknown): TaskRow | null {
  return row === undefined ? null : TaskRow.parse(row);
}
