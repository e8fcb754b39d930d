import { z } from 'zod';
import type { Handling, StaffNote } from '../../../contract/views/task.ts';
import { type Ledger, readAll, readColumn, readOne } from '../db/ledger.ts';
import { describeTask } from './list-columns.ts';

/** The author and the time (milliseconds since the epoch) of an act on a Task. */
export interface ActOnTask {
  readonly task: string;
  readonly author: string;
  readonly at: number;
}

/** Must be called in a transaction. */
export function addStaffNote(
  ledger: Ledger,
  note: ActOnTask & { readonly id: string; readonly text: string },
): void {
  ledger
    .prepared(
      'INSERT INTO staff_note (id, task_uuid, at, author, text) VALUES (@id, @task, @at, @author, @text)',
    )
    .run(note);
  describeTask(ledger, note.task);
}

const noteSchema = z.object({ at: z.int(), author: z.string(), text: z.string() });

/** Returns the notes of the staff about a Task, oldest first. */
export function staffNotes(ledger: Ledger, task: string): StaffNote[] {
  const rows = readAll(
    ledger.prepared('SELECT at, author, text FROM staff_note WHERE task_uuid = ? ORDER BY at, id'),
    noteSchema,
    task,
  );
  return rows.map(({ at, author, text }) => ({ at: new Date(at).toISOString(), by: author, text }));
}

/** Names the person who looks after a Task; null removes the name. Must be called in a transaction. */
export function assignTask(ledger: Ledger, { task, author, at }: ActOnTask, name: string | null): void {
  if (name === null) ledger.prepared('DELETE FROM task_assignee WHERE task_uuid = ?').run(task);
  else
    ledger
      .prepared(
        'INSERT OR REPLACE INTO task_assignee (task_uuid, name, at, author) VALUES (@task, @name, @at, @author)',
      )
      .run({ task, name, at, author });
  describeTask(ledger, task);
}

/**
 * Keeps a waiting Task off the Waiting screen. With `until`, the effect lasts until that local day (`YYYY-MM-DD`). With `reason`, a person
 * gave the Task up. If the Task waits again later, neither has an effect.
 */
export function putAway(
  ledger: Ledger,
  { task, author, at }: ActOnTask,
  { until = null, reason = null }: { readonly until?: string | null; readonly reason?: string | null },
): void {
  ledger
    .prepared(
      `INSERT OR REPLACE INTO task_put_away (task_uuid, wait_us, until, reason, at, author)
       SELECT uuid, changed_us, @until, @reason, @at, @author FROM task WHERE uuid = @task`,
    )
    .run({ task, author, at, until, reason });
}

/** Puts a Task back on the Waiting screen. Returns false if the Task was not put away. */
export function takeBack(ledger: Ledger, task: string): boolean {
  return ledger.prepared('DELETE FROM task_put_away WHERE task_uuid = ?').run(task).changes > 0;
}

/**
 * Returns a SQL subquery for a row of `task`. The subquery finds the row of `task_put_away` that keeps the Task off the Waiting screen.
 * `day`: the SQL of the present local day. `kind`: only Tasks that were set aside, only Tasks that were given up, or both (null).
 */
export function putAwayRow(day: string, kind: 'set-aside' | 'given-up' | null = null): string {
  const since = `until > ${day}`;
  const which =
    kind === null ? `(reason IS NOT NULL OR ${since})` : kind === 'given-up' ? 'reason IS NOT NULL' : since;
  return `SELECT 1 FROM task_put_away WHERE task_uuid = task.uuid AND wait_us = task.changed_us AND ${which}`;
}

const rowSchema = z.object({
  uuid: z.string(),
  assignee: z.string().nullable(),
  until: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.int().nullable(),
  author: z.string().nullable(),
});
const NOBODY: Handling = { assignee: null, put_away: null };

/** Returns a function from the uuid of a Task to how the staff handle the Task on the local day `day`. */
export function handlingOf(
  ledger: Ledger,
  uuids: readonly string[],
  day: string,
): (uuid: string) => Handling {
  const rows = readAll(
    ledger.prepared(
      `SELECT task.uuid, task_assignee.name AS assignee, until, reason, away.at, away.author
       FROM json_each(@uuids) AS wanted JOIN task ON task.uuid = wanted.value
       LEFT JOIN task_assignee ON task_assignee.task_uuid = task.uuid
       LEFT JOIN task_put_away AS away ON away.task_uuid = task.uuid AND wait_us = changed_us AND status = 'waiting'
         AND (reason IS NOT NULL OR until > @day)`,
    ),
    rowSchema,
    { uuids: JSON.stringify(uuids), day },
  );
  const found = new Map(rows.map((row) => [row.uuid, { assignee: row.assignee, put_away: putAwayOf(row) }]));
  return (uuid) => found.get(uuid) ?? NOBODY;
}

function putAwayOf({ until, reason, at, author }: z.infer<typeof rowSchema>): Handling['put_away'] {
  const deed = { by: author ?? '', at: new Date(at ?? 0).toISOString() };
  if (reason !== null) return { kind: 'given-up', reason, ...deed };
  return until === null ? null : { kind: 'set-aside', until, ...deed };
}

/** Returns, sorted, the name of every person who looks after at least one Task. */
export function assigneesKnown(ledger: Ledger): string[] {
  return readColumn(ledger.prepared('SELECT DISTINCT name FROM task_assignee ORDER BY name'), z.string());
}

const countsSchema = z.object({ set_aside: z.int(), given_up: z.int() });

/** Counts the Tasks that meet the SQL condition `among` and that the staff keep off the Waiting screen on the local day `day`. */
export function countPutAway(ledger: Ledger, among: string, day: string): z.infer<typeof countsSchema> {
  const counts = readOne(
    ledger.db.prepare(
      `SELECT COUNT(*) FILTER (WHERE reason IS NULL AND until > @day) AS set_aside, COUNT(reason) AS given_up
       FROM task_put_away JOIN task ON uuid = task_uuid AND wait_us = changed_us WHERE ${among}`,
    ),
    countsSchema,
    { day },
  );
  return counts ?? { set_aside: 0, given_up: 0 };
}
