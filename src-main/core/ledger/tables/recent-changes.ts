import { z } from 'zod';
import { type Ledger, readAll, readColumn, readNumber, readValue } from '../db/ledger.ts';
import { UNENDED } from '../tasks/tasks.ts';
import { submissionSchema } from './outbox-rows.ts';

const changedSchema = z.object({ uuid: z.string(), n: z.int() });
const headSchema = submissionSchema.pick({
  id: true,
  seq: true,
  state: true,
  folder_id: true,
  problem_code: true,
  problem_detail: true,
});

/** Returns the `seq` of the newest submission before `at` (milliseconds since the epoch), and the id of the newest snapshot before `at`. */
export function placeBefore(ledger: Ledger, at: number): { seq: number; snapshot: number } {
  const last = (sql: string) => readNumber(ledger.prepared(sql), at);
  return {
    seq: last('SELECT seq FROM submission WHERE created_at < ? ORDER BY seq DESC LIMIT 1'),
    snapshot: last('SELECT id FROM snapshot WHERE taken_at < ? ORDER BY id DESC LIMIT 1'),
  };
}

export function changedSubmissions(
  ledger: Ledger,
  { seq, ids }: { seq: number; ids: readonly string[] },
): z.infer<typeof headSchema>[] {
  return readAll(
    ledger.prepared(
      `SELECT id, seq, state, task_uuid, folder_id, problem_code, problem_detail FROM submission
       WHERE id IN (
         SELECT id FROM submission WHERE state IN ('queued', 'sending', 'unconfirmed')
         UNION SELECT id FROM submission WHERE seq > @seq
         UNION SELECT value FROM json_each(@ids)) AND test = 0
       ORDER BY seq`,
    ),
    headSchema,
    { seq, ids: JSON.stringify(ids) },
  );
}

/** Returns the Tasks that have a snapshot with an id above `snapshot`, without tests of a task type, and the id of the newest snapshot. */
export function changedTasks(ledger: Ledger, snapshot: number): { uuids: string[]; newest: number } {
  const rows = readAll(
    ledger.prepared(
      `SELECT task_uuid AS uuid, MAX(id) AS n FROM snapshot
       WHERE id > ? AND task_uuid NOT IN (SELECT uuid FROM task WHERE test = 1) GROUP BY task_uuid ORDER BY n`,
    ),
    changedSchema,
    snapshot,
  );
  return { uuids: rows.map(({ uuid }) => uuid), newest: Math.max(snapshot, ...rows.map(({ n }) => n)) };
}

/** Returns the unfinished Tasks that became gone at `since` (milliseconds since the epoch) or later, in the order of these times. */
export function goneTasks(ledger: Ledger, since: number): string[] {
  const gone = ledger.prepared(
    `SELECT uuid FROM task WHERE denied_since IS NOT NULL AND gone_since >= ? AND test = 0 AND ${UNENDED} ORDER BY gone_since, uuid`,
  );
  return readColumn(gone, z.string(), since);
}

/** Returns a text that changes whenever the held files or their problems change. */
export function heldMark(ledger: Ledger): string {
  // SQLite uses the partial index `file_open` only for a query that repeats `state IN ('settling', 'held')`.
  const mark = ledger.prepared(
    `SELECT group_concat(id || problem_code) FROM file WHERE state IN ('settling', 'held') AND state = 'held'`,
  );
  return readValue(mark, z.string()) ?? '';
}

export function pathsOf(ledger: Ledger, submission: string): string[] {
  const paths = ledger.prepared('SELECT path FROM submission_file WHERE submission_id = ? ORDER BY position');
  return readColumn(paths, z.string(), submission);
}

/** Returns the id of the submission that became the Task; null if another station created the Task. */
export function submissionOf(ledger: Ledger, task: string): string | null {
  const first = ledger.prepared('SELECT id FROM submission WHERE task_uuid = ? ORDER BY seq LIMIT 1');
  return readValue(first, z.string(), task);
}

const outcomesSchema = z.object({
  tasks: z.int(),
  underway: z.int(),
  gone: z.int(),
  unconfirmed: z.int(),
  waiting: z.int(),
  failed: z.int(),
  invalid: z.int(),
  approved: z.int(),
  not_approved: z.int(),
});

/**
 * Counts Tasks by outcome, without tests of a task type. A Task that the service says it does not have counts neither as `underway` nor as
 * `waiting` (I10). A Task in an unknown status counts as `underway` (I7).
 */
export function countOutcomes(ledger: Ledger): z.infer<typeof outcomesSchema> {
  const counts = ledger.prepared(`
        WITH decided AS (
          SELECT MIN(task_verdict.approved) AS approved FROM task_verdict
          JOIN task ON task.uuid = task_uuid AND task.status = 'completed' AND task.test = 0 GROUP BY task_uuid)
        SELECT COUNT(*) AS tasks,
          COALESCE(SUM(${UNENDED} AND status <> 'waiting' AND denied_since IS NULL), 0) AS underway,
          COALESCE(SUM(gone_since IS NOT NULL AND ${UNENDED}), 0) AS gone,
          COALESCE(SUM(gone_since IS NULL AND denied_since IS NOT NULL AND ${UNENDED}), 0) AS unconfirmed,
          COALESCE(SUM(status = 'waiting' AND denied_since IS NULL), 0) AS waiting,
          COALESCE(SUM(status = 'failed'), 0) AS failed,
          COALESCE(SUM(status = 'invalid'), 0) AS invalid,
          (SELECT COUNT(*) FROM decided WHERE approved = 1) AS approved,
          (SELECT COUNT(*) FROM decided WHERE approved = 0) AS not_approved
        FROM task WHERE test = 0`);
  return outcomesSchema.parse(counts.get());
}
