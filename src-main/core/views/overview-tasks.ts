import { z } from 'zod';
import type { TaskRowView } from '../../contract/views/task.ts';
import { compareInstants } from '../ledger/instant.ts';
import { type Ledger, readAll, readOne } from '../ledger/ledger.ts';
import { type TaskRow, taskRowSchema } from '../ledger/task-row.ts';
import { taskEntry } from './tasks-view.ts';

const LISTED = 50;
const HALF_DAY_MS = 26 * 3_600_000;
const number = z.object({ n: z.int() });

export interface SomeTasks {
  readonly count: number;
  readonly tasks: TaskRowView[];
}

/** The Tasks of this station that the service is working on, newest change first. An unknown status counts (I7). */
export function tasksChecked(ledger: Ledger): SomeTasks {
  const where = `status NOT IN ('completed', 'failed', 'invalid') AND status <> 'waiting' AND mine = 1`;
  const count = readOne(ledger.db.prepare(`SELECT COUNT(*) AS n FROM task WHERE ${where}`), number)?.n ?? 0;
  const rows = readAll(
    ledger.db.prepare(`SELECT * FROM task WHERE ${where} ORDER BY latest_status_change DESC LIMIT ?`),
    taskRowSchema,
    LISTED,
  );
  return { count, tasks: rows.map((row) => rowView(ledger, row)) };
}

/** The Tasks of this station that ended since `midnight` (milliseconds since the epoch), newest first, and how. */
export function tasksDecided(
  ledger: Ledger,
  midnight: number,
): SomeTasks & { approved: number; not_approved: number; ended_badly: number } {
  const since = new Date(midnight).toISOString();
  // The text of a time in another zone sorts elsewhere, by up to 14 hours; the instants decide.
  const statement = ledger.db.prepare(
    `SELECT * FROM task WHERE status IN ('completed', 'failed', 'invalid') AND latest_status_change >= ? AND mine = 1
     ORDER BY latest_status_change DESC`,
  );
  const rows = readAll(
    statement,
    taskRowSchema,
    new Date(midnight - HALF_DAY_MS).toISOString().slice(0, 10),
  ).filter((row) => compareInstants(row.latest_status_change, since) >= 0);
  const tasks = rows.map((row) => rowView(ledger, row));
  const completed = tasks.filter((task) => task.status === 'completed' && task.verdicts.length > 0);
  const approved = completed.filter((task) => task.verdicts.every((verdict) => verdict.approved)).length;
  return {
    count: rows.length,
    tasks: tasks.slice(0, LISTED),
    approved,
    not_approved: completed.length - approved,
    ended_badly: tasks.filter((task) => task.status !== 'completed').length,
  };
}

/** Tasks that wait for a person, and since when the longest of them does. */
export function tasksWaiting(ledger: Ledger): { count: number; longestSince: string } | null {
  const rows = readAll(
    ledger.db.prepare(
      `SELECT latest_status_change AS since FROM task WHERE status = 'waiting' AND NOT EXISTS (
         SELECT 1 FROM message WHERE task_uuid = task.uuid AND lane = 'answers'
           AND state IN ('queued', 'sending', 'unconfirmed'))`,
    ),
    z.object({ since: z.string() }),
  );
  const [first, ...others] = rows.map((row) => row.since);
  if (first === undefined) return null;
  const longestSince = others.reduce((a, b) => (compareInstants(a, b) <= 0 ? a : b), first);
  return { count: rows.length, longestSince };
}

/** Tasks that ended and whose follow-up is not marked done: how many with a code not approved, and how many badly. */
export function tasksToFollowUp(ledger: Ledger): { notApproved: number; endedBadly: number } {
  const completed = readAll(
    ledger.db.prepare(`SELECT * FROM task WHERE status = 'completed' AND cleared IS NULL`),
    taskRowSchema,
  );
  const badly = ledger.db.prepare(
    `SELECT COUNT(*) AS n FROM task WHERE status IN ('failed', 'invalid') AND cleared IS NULL`,
  );
  return {
    notApproved: completed.filter((row) => taskEntry(ledger, row).verdicts.some(({ approved }) => !approved))
      .length,
    endedBadly: readOne(badly, number)?.n ?? 0,
  };
}

export function countTasks(ledger: Ledger): number {
  return readOne(ledger.db.prepare('SELECT COUNT(*) AS n FROM task'), number)?.n ?? 0;
}

function rowView(ledger: Ledger, row: TaskRow): TaskRowView {
  const { issues: _, verdicts, ...entry } = taskEntry(ledger, row);
  const files = ledger.db.prepare(
    `SELECT folder_id, file_name FROM submission JOIN submission_file ON submission_id = submission.id
     WHERE task_uuid = ? ORDER BY position`,
  );
  const sent = readAll(
    files,
    z.object({ folder_id: z.string().nullable(), file_name: z.string() }),
    row.uuid,
  );
  return {
    ...entry,
    folder: sent[0]?.folder_id ?? null,
    file_names: sent.map((file) => file.file_name),
    journey: null,
    verdicts: verdicts.map(({ code, approved }) => ({ code, approved })),
    answer: null,
  };
}
