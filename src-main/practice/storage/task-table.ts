import { z } from 'zod';
import { TASK_STATUSES, type TaskStatus } from '../task-status.ts';
import type { Db, Statement } from './database.ts';

const SummaryRow = z.object({
  uuid: z.string(),
  external_id: z.string().nullable(),
  task_type: z.string(),
  status: z.enum(TASK_STATUSES),
  name: z.string(),
  cleared: z.number().nullable(),
  created: z.number(),
  latest_status_change: z.number(),
});

export type SummaryRow = z.infer<typeof SummaryRow>;

const TaskRow = SummaryRow.extend({
  id: z.number(),
  org_id: z.number(),
  name_given: z.number(),
  category: z.string().nullable(),
  request_spec: z.string(),
  callback_template: z.string().nullable(),
  patient_key: z.string().nullable(),
  round: z.number(),
  result: z.string().nullable(),
});

/** A stored Task. Times are in milliseconds since the epoch. `result` is the JSON of the newest TaskResult, or null before any result. */
export type TaskRow = z.infer<typeof TaskRow>;

type NewTask = Omit<
  TaskRow,
  'id' | 'cleared' | 'latest_status_change' | 'category' | 'patient_key' | 'round' | 'result'
>;

type RoundColumns = Pick<TaskRow, 'category' | 'name' | 'patient_key' | 'result'>;

// The parameters of `GET /task/list`. `date_from` (exclusive) and `date_to` (inclusive) are in milliseconds since the epoch.
interface TaskQuery {
  readonly status: readonly TaskStatus[] | null;
  readonly task_type: readonly string[] | null;
  readonly cleared?: boolean | undefined;
  readonly selected_date: 'created' | 'latest_status_change' | 'cleared';
  readonly date_from: number | undefined;
  readonly date_to: number | undefined;
  readonly order_by: 'created' | 'latest_status_change' | 'cleared' | 'name' | 'id' | 'external_id';
  readonly sort_ascending: boolean;
  readonly offset: number;
  readonly length: number;
}

const maybeNumber = z.number().nullable();
const maybeText = z.string().nullable();

/** Reads and changes Tasks. Code that handles a request must pass `orgId`, so that no organization sees the Tasks of another. */
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

  const prepared = new Map<string, Statement>();

  /** Returns a page of the matching Tasks as `rows`. `count` is the number of matching Tasks on all pages. */
  function list(orgId: number, query: TaskQuery): { count: number; rows: SummaryRow[] } {
    const { where, values } = conditions(orgId, query);
    const count = z.number().parse(
      prepare(`SELECT count(*) FROM tasks WHERE ${where}`)
        .pluck()
        .get(...values),
    );
    if (query.offset >= count) return { count, rows: [] };
    const direction = query.sort_ascending ? 'ASC' : 'DESC';
    const order = query.order_by === 'id' ? `id ${direction}` : orderOf(query.order_by, direction);
    const rows = prepare(
      `SELECT uuid, task_type, status, name, cleared, created, latest_status_change, external_id
       FROM tasks WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ).all(...values, query.length, query.offset);
    return { count, rows: z.array(SummaryRow).parse(rows) };
  }

  function prepare(sql: string): Statement {
    const known = prepared.get(sql);
    if (known) return known;
    const made = db.prepare<unknown[]>(sql);
    prepared.set(sql, made);
    return made;
  }

  return {
    list,
    insert: (task: NewTask): number => Number(statements.insert.run(task).lastInsertRowid),
    byId: (id: number): TaskRow => TaskRow.parse(statements.byId.get(id)),
    /** Returns the Task of any organization. Only the operator of the service may use this function. */
    anyByUuid: (uuid: string): TaskRow | null => maybe(statements.anyByUuid.get(uuid)),
    byUuid: (orgId: number, uuid: string): TaskRow | null =>
      maybe(statements.byUuid.get(uuid.toLowerCase(), orgId)),
    /** Returns the newest Task with this external_id, because several Tasks may have the same external_id. */
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
     * Returns the uuid of the Task that freezes `task`; null if `task` is not frozen. A newer Task that is neither failed nor invalid
     * freezes an older Task of the same organization, task type and patient. If there are several such Tasks, the newest freezes `task`.
     * The database does not store the freezing Task, so `task` is no longer frozen once every newer Task is failed or invalid.
     */
    frozenBy({ org_id, task_type, patient_key, id }: TaskRow): string | null {
      if (patient_key === null) return null;
      return maybeText.parse(statements.newestUuid.get(org_id, task_type, patient_key, id) ?? null);
    },
  };
}

export type TaskTable = ReturnType<typeof createTaskTable>;

function maybe(row: unknown): TaskRow | null {
  return row === undefined ? null : TaskRow.parse(row);
}

// Tasks with equal values are ordered by `id`, so that no Task is on two pages. Null values come last in both directions.
function orderOf(column: string, direction: 'ASC' | 'DESC'): string {
  return `${column} ${direction} NULLS LAST, id ${direction}`;
}

function conditions(orgId: number, query: TaskQuery): { where: string; values: (string | number)[] } {
  const parts = ['org_id = ?'];
  const values: (string | number)[] = [orgId];
  const add = (sql: string, value: string | number): void => {
    parts.push(sql);
    values.push(value);
  };
  if (query.status) add('status IN (SELECT value FROM json_each(?))', JSON.stringify(query.status));
  if (query.task_type) add('task_type IN (SELECT value FROM json_each(?))', JSON.stringify(query.task_type));
  if (query.cleared !== undefined) parts.push(query.cleared ? 'cleared IS NOT NULL' : 'cleared IS NULL');
  if (query.date_from !== undefined) add(`${query.selected_date} > ?`, query.date_from);
  if (query.date_to !== undefined) add(`${query.selected_date} <= ?`, query.date_to);
  return { where: parts.join(' AND '), values };
}
