import { z } from 'zod';
import type { Overview } from '../../../contract/views/overview.ts';
import { type Ledger, readAll, readColumn, readNumber, readOne } from '../../ledger/db/ledger.ts';
import { IS_CORRECTED } from '../../ledger/tables/corrections.ts';
import { keepTally, type Tally } from '../../ledger/tables/counts.ts';
import { putAwayRow } from '../../ledger/tasks/handling.ts';
import { EVERY_CODE_APPROVED, SOME_CODE_NOT_APPROVED } from '../../ledger/tasks/tasks.ts';
import { taskRows } from '../task-rows-view.ts';
import { isoOf } from '../tasks-view.ts';
import { waitingView } from '../waiting-view.ts';

const LISTED = 50;

/**
 * Returns the Tasks that the service is checking, newest change first. A Task with an unknown status counts (I7). A Task that the service
 * says it does not have does not count (I10). No function of this file counts tests of a task type.
 */
export function tasksChecked(ledger: Ledger): Overview['checking'] {
  const where = `status NOT IN ('completed', 'failed', 'invalid') AND status <> 'waiting' AND mine = 1 AND test = 0
    AND gone_since IS NULL AND denied_since IS NULL`;
  const newest = `SELECT uuid FROM task WHERE ${where} ORDER BY changed_us DESC, uuid LIMIT ${LISTED}`;
  return {
    count: readNumber(ledger.db.prepare(`SELECT COUNT(*) FROM task WHERE ${where}`)),
    tasks: taskRows(ledger, readColumn(ledger.db.prepare(newest), z.string())),
  };
}

// `ended_us` is in microseconds. A Task that becomes `invalid` keeps the date of its previous status (docs/service.md 2.1), so the
// end of an invalid Task is the time at which this station saw the status (`seen_at`).
const DECIDED = `(
  SELECT uuid, status, not_approved, details_due, changed_us AS ended_us, NULL AS seen_at FROM task
  WHERE status IN ('completed', 'failed') AND changed_us >= @since * 1000 AND mine = 1 AND test = 0
  UNION ALL
  SELECT uuid, task.status, not_approved, details_due, seen.at * 1000, seen.at FROM task JOIN (
    SELECT task_uuid, MAX(seen_at) AS at FROM task_history WHERE status = 'invalid' AND seen_at >= @since GROUP BY 1
  ) AS seen ON uuid = task_uuid WHERE task.status = 'invalid' AND mine = 1 AND test = 0)`;

const decidedSchema = z.object({
  count: z.int(),
  approved: z.int(),
  not_approved: z.int(),
  ended_badly: z.int(),
  not_loaded: z.int(),
});

/** Returns Tasks that ended since `midnight` (milliseconds since the epoch), newest first, and their counts by outcome. */
export function tasksDecided(ledger: Ledger, midnight: number): Overview['decided_today'] {
  const { db } = ledger;
  const since = { since: midnight };
  const counts = readOne(
    db.prepare(
      `SELECT COUNT(*) AS count,
         COUNT(*) FILTER (WHERE ${SOME_CODE_NOT_APPROVED}) AS not_approved,
         COUNT(*) FILTER (WHERE ${EVERY_CODE_APPROVED}) AS approved,
         COUNT(*) FILTER (WHERE status <> 'completed') AS ended_badly,
         COUNT(*) FILTER (WHERE status = 'completed' AND details_due = 1
           AND NOT EXISTS (SELECT 1 FROM task_verdict WHERE task_uuid = ended.uuid)) AS not_loaded
       FROM ${DECIDED} AS ended`,
    ),
    decidedSchema,
    since,
  ) ?? { count: 0, approved: 0, not_approved: 0, ended_badly: 0, not_loaded: 0 };
  const rows = readAll(
    db.prepare(`SELECT uuid, seen_at FROM ${DECIDED} ORDER BY ended_us DESC, uuid LIMIT ${LISTED}`),
    z.object({ uuid: z.string(), seen_at: z.int().nullable() }),
    since,
  );
  const seenAt = new Map(rows.map((row) => [row.uuid, row.seen_at]));
  const tasks = taskRows(ledger, [...seenAt.keys()]);
  return {
    ...counts,
    tasks: tasks.map((row) => ({ ...row, seen_at: isoOf(seenAt.get(row.uuid) ?? null) })),
  };
}

/** Returns the number of Tasks that wait for a person, and the start of the longest wait; null if no Task waits. */
export function tasksWaiting(ledger: Ledger, now: number): { count: number; longestSince: string } | null {
  const { count, rows } = waitingView(ledger, { offset: 0, length: 1 }, now);
  const [longest] = rows;
  return longest === undefined ? null : { count, longestSince: longest.latest_status_change };
}

/** The number of some Tasks, and the uuid of the oldest of these Tasks. */
interface CountAndOldest {
  readonly count: number;
  readonly task: string;
}

/** Returns the Tasks whose documents disagree about the patient and that staff still have to correct; null without such a Task. */
export const tasksOfTwoPatients = (ledger: Ledger): CountAndOldest | null =>
  ofTwoPatients(ledger, `NOT ${IS_CORRECTED} AND NOT EXISTS (${putAwayRow('NULL', 'given-up')})`);

/** Returns the ended Tasks whose documents disagree about the patient and that are corrected; null without such a Task. */
export const correctedOfTwoPatients = (ledger: Ledger): CountAndOldest | null =>
  ofTwoPatients(ledger, `${IS_CORRECTED} AND status IN ('completed', 'failed', 'invalid')`);

function ofTwoPatients(ledger: Ledger, which: string): CountAndOldest | null {
  // Without INDEXED BY, SQLite would read all Tasks in the order of `changed_us`.
  const found = readColumn(
    ledger.prepared(
      `SELECT uuid FROM task INDEXED BY task_patient_conflict
       WHERE patient_conflict = 1 AND cleared IS NULL AND gone_since IS NULL AND test = 0 AND ${which} ORDER BY changed_us, uuid`,
    ),
    z.string(),
  );
  const [task] = found;
  return task === undefined ? null : { count: found.length, task };
}

// The counts of ended Tasks whose follow-up is not marked as done. These Tasks can become many, so triggers keep the counts (`keepTally`).
const TO_FOLLOW_UP: Tally = {
  name: 'tasks_to_follow_up',
  table: 'task',
  by: { status: (row) => `${row}.status`, not_approved: (row) => `${row}.not_approved` },
  among: (row) =>
    `${row}.cleared IS NULL AND ${row}.status IN ('completed', 'failed', 'invalid') AND ${row}.test = 0`,
  of: ['cleared', 'status', 'not_approved', 'test'],
};

/**
 * `notApproved`: completed Tasks in which a code was not approved. `endedBadly`: failed and invalid Tasks. A corrected Task does not count,
 * because its correction replaces the Task.
 */
export function tasksToFollowUp(ledger: Ledger): { notApproved: number; endedBadly: number } {
  return ledger.db.transaction(() => {
    const tally = keepTally(ledger, TO_FOLLOW_UP);
    // A tally knows the rows of one table only, so the corrected Tasks are counted apart. Corrections are few, so the query begins with them
    // (CROSS JOIN).
    const count = (which: string) =>
      readNumber(ledger.prepared(`SELECT SUM(n) FROM ${tally} WHERE ${which}`)) -
      readNumber(
        ledger.prepared(
          `SELECT COUNT(*) FROM (SELECT DISTINCT corrects FROM correction) AS few CROSS JOIN task ON task.uuid = few.corrects
           WHERE ${TO_FOLLOW_UP.among('task')} AND ${which} AND ${IS_CORRECTED}`,
        ),
      );
    return {
      notApproved: count(`status = 'completed' AND not_approved = 1`),
      endedBadly: count(`status IN ('failed', 'invalid')`),
    };
  })();
}
