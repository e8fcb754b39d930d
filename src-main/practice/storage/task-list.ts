import { z } from 'zod';
import { TASK_STATUSES, type TaskStatus } from '../task-status.ts';
import type { Db, Statement } from './database.ts';

/** The parameters of `GET /task/list` (docs/service.md 4.4). `after` (exclusive) and `until` (inclusive) are milliseconds. */
export interface TaskQuery {
  readonly orgId: number;
  readonly statuses: readonly TaskStatus[] | null;
  readonly taskTypes: readonly string[] | null;
  readonly cleared: boolean | null;
  readonly dateColumn: 'created' | 'latest_status_change' | 'cleared';
  readonly after: number | null;
  readonly until: number | null;
  readonly orderBy: 'created' | 'latest_status_change' | 'cleared' | 'name' | 'id' | 'external_id';
  readonly ascending: boolean;
  readonly offset: number;
  readonly length: number;
}

const SummaryRow = z.object({
  uuid: z.string(),
  task_type: z.string(),
  status: z.enum(TASK_STATUSES),
  name: z.string(),
  cleared: z.number().nullable(),
  created: z.number(),
  latest_status_change: z.number(),
  external_id: z.string().nullable(),
});

export type SummaryRow = z.infer<typeof SummaryRow>;

export function createTaskList(db: Db) {
  const prepared = new Map<string, Statement>();

  /** Returns the requested page of rows, and the number of all matching Tasks. */
  function find(query: TaskQuery): { count: number; rows: SummaryRow[] } {
    const { where, values } = conditions(query);
    const count = z
      .object({ n: z.number() })
      .parse(prepare(`SELECT count(*) AS n FROM tasks WHERE ${where}`).get(...values)).n;
    if (query.offset >= count) return { count, rows: [] };
    const direction = query.ascending ? 'ASC' : 'DESC';
    const order = query.orderBy === 'id' ? `id ${direction}` : orderOf(query.orderBy, direction);
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

  return { find };
}

export type TaskList = ReturnType<typeof createTaskList>;

// Among equal values, the order by `id` keeps pages from overlapping. Null values come last in both directions.
function orderOf(column: string, direction: 'ASC' | 'DESC'): string {
  return `${column} ${direction} NULLS LAST, id ${direction}`;
}

function conditions(query: TaskQuery): { where: string; values: (string | number)[] } {
  const parts = ['org_id = ?'];
  const values: (string | number)[] = [query.orgId];
  const add = (sql: string, value: string | number): void => {
    parts.push(sql);
    values.push(value);
  };
  if (query.statuses) add('status IN (SELECT value FROM json_each(?))', JSON.stringify(query.statuses));
  if (query.taskTypes) add('task_type IN (SELECT value FROM json_each(?))', JSON.stringify(query.taskTypes));
  if (query.cleared !== null) parts.push(query.cleared ? 'cleared IS NOT NULL' : 'cleared IS NULL');
  if (query.after !== null) add(`${query.dateColumn} > ?`, query.after);
  if (query.until !== null) add(`${query.dateColumn} <= ?`, query.until);
  return { where: parts.join(' AND '), values };
}
