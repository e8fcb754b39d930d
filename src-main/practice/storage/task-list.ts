import { z } from 'zod';
import { TASK_STATUSES, type TaskStatus } from '../task-status.ts';
import type { Db, Statement } from './database.ts';

/** The parameters of `GET /task/list` (docs/service.md 4.4). `date_from` (exclusive) and `date_to` (inclusive) are milliseconds. */
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

  /** `count` is the number of all matching Tasks; `rows` is the requested page. */
  function find(orgId: number, query: TaskQuery): { count: number; rows: SummaryRow[] } {
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

  return { find };
}

// The order by `id` among equal values keeps pages from overlapping. Null values come last in both directions.
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
