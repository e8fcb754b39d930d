import { z } from 'zod';
import type { TaskDetails, TaskSummary } from '../../service/schemas.ts';
import { compareInstants, isBeyond, microsOf } from '../db/date-time.ts';
import { type Ledger, readNumber } from '../db/ledger.ts';
import { readState } from '../db/station-state.ts';
import { describeTask, keepVerdicts, setVerdicts } from './list-columns.ts';
import { addSnapshot, isNewestSnapshot } from './snapshots.ts';
import {
  isTerminal,
  readTask,
  type TaskRow,
  type TrackingScope,
  watermarkKey,
  watermarkSchema,
} from './task-row.ts';

/** The times at which a response was requested and stored, in milliseconds since the epoch. */
export interface AnswerTimes {
  readonly seenAt: number;
  /** The start of the request. If this time is missing, the order of two statuses with the same date is not known. */
  readonly asked?: number;
}

/**
 * Compares a response about a Task with the stored Task. A response with an earlier `latest_status_change` is older, unless a clock of the
 * service was wrong. With the same date, an ended Task stays ended (`invalid` does not change the date: docs/service.md 2.1 and 3). With
 * the same date, a response is doubtful if its request began before the stored Task was written, and a new request must decide.
 */
function weigh(row: TaskRow, answer: TaskSummary, times: AnswerTimes): 'newer' | 'older' | 'doubtful' {
  const order = compareInstants(answer.latest_status_change, row.latest_status_change);
  if (order > 0) return 'newer';
  // A stored date in the far future is wrong, and every true date would count as older than the stored date.
  if (order < 0 && isBeyond(row.latest_status_change, times.seenAt))
    return times.asked !== undefined && times.asked > row.seen_at ? 'newer' : 'doubtful';
  if (order < 0) return endedByAnotherClock(row, answer, times) ? 'newer' : 'older';
  if (isTerminal(row.status) !== isTerminal(answer.status))
    return isTerminal(answer.status) ? 'newer' : 'older';
  if (times.asked === undefined) return answer.status === row.status ? 'newer' : 'doubtful';
  // If a stored time is in the future, the wall clock was set back, so the stored time proves nothing.
  const overtaken = times.asked < row.seen_at && row.seen_at <= times.seenAt;
  return overtaken ? 'doubtful' : 'newer';
}

/**
 * Whether a Task has ended although the response has an earlier date than the stored status. The clocks of the service's servers differ, so
 * the date of an end can be too early. An ended Task does not change by itself (docs/service.md 3), so an outdated response never reports
 * an end.
 */
function endedByAnotherClock(row: TaskRow, answer: TaskSummary, { asked, seenAt }: AnswerTimes): boolean {
  if (isTerminal(row.status) || !isTerminal(answer.status) || asked === undefined) return false;
  return asked > row.seen_at && row.seen_at <= seenAt;
}

/**
 * Stores a response about a Task in one transaction, or in the caller's transaction: the row, the history if the status changed, and a
 * snapshot if the payload changed. An older response never replaces a newer response. Returns whether anything changed that a person can
 * see.
 * `mine`: whether this station created the Task, or the service redirected an answer of this station to the Task; once stored, true stays
 * true. `settlesDue`: whether the response contains the details that were due.
 */
export function recordTask(
  ledger: Ledger,
  details: TaskDetails,
  options: AnswerTimes & { readonly mine: boolean; readonly settlesDue?: boolean },
): boolean {
  return ledger.transaction(() => {
    const row = readTask(ledger, details.uuid);
    if (row === null) {
      insertTask(ledger, details, {
        mine: options.mine,
        detailsDue: mayHaveMoved(ledger, details),
        seenAt: options.seenAt,
      });
      addSnapshot(ledger, details, options.seenAt);
      setVerdicts(ledger, details.uuid, details.verdicts);
      return true;
    }
    const wasDenied = noteSeen(ledger, row);
    const isClaimed = options.mine && row.mine === 0;
    const isNews = isClaimed || wasDenied;
    if (isClaimed) {
      ledger.prepared('UPDATE task SET mine = 1 WHERE uuid = ?').run(row.uuid);
      // The folder of the Task comes from its submission. The submission may have been connected with the Task just now.
      describeTask(ledger, row.uuid);
    }
    const worth = weigh(row, details, options);
    if (worth === 'older') return isNews;
    if (worth === 'doubtful' && !isNewestSnapshot(ledger, details)) {
      setDetailsDue(ledger, row.uuid, true);
      return isNews;
    }
    const rowChanged = updateTask(ledger, row, details, options.seenAt);
    const snapshotChanged = addSnapshot(ledger, details, options.seenAt);
    ledger.prepared('UPDATE task SET seen_at = ? WHERE uuid = ?').run(options.seenAt, row.uuid);
    if (options.settlesDue) setDetailsDue(ledger, row.uuid, false);
    if (rowChanged || snapshotChanged) setVerdicts(ledger, row.uuid, details.verdicts);
    return isNews || rowChanged || snapshotChanged;
  });
}

/**
 * Whether the details of a new Task must be fetched at once. Tracking skips a Task of another station. If a slow response to a create shows
 * late that the Task belongs to this station, tracking may already have skipped a change of the Task.
 */
function mayHaveMoved(ledger: Ledger, details: TaskDetails): boolean {
  if (isTerminal(details.status)) return false;
  const seen = readState(ledger, watermarkKey('station'), watermarkSchema)?.seen ?? null;
  return seen !== null && compareInstants(details.latest_status_change, seen) <= 0;
}

/**
 * The result of storing a summary: an unknown Task is a `stranger` or `added`; a known Task has no change, new metadata or a new status.
 */
export type Noted = 'stranger' | 'added' | 'same' | 'metadata' | 'changed';

/** Stores a summary from a list (docs/service.md 2.7). A changed status makes the details due; `recordTask` then changes the status. */
export function noteSummary(
  ledger: Ledger,
  summary: TaskSummary,
  options: AnswerTimes & { readonly add: 'never' | 'with-details-due' | 'quietly' },
): Noted {
  const row = readTask(ledger, summary.uuid);
  if (row === null) {
    if (options.add === 'never') return 'stranger';
    const needsDetails = summary.status === 'waiting' || isTerminal(summary.status);
    const detailsDue = options.add === 'with-details-due' || needsDetails;
    insertTask(ledger, summary, { mine: false, detailsDue, seenAt: options.seenAt });
    return 'added';
  }
  // A list that names a Task proves that the service has the Task.
  const same = noteSeen(ledger, row) ? 'metadata' : 'same';
  const worth = weigh(row, summary, options);
  if (worth === 'older') return same;
  if (summary.status !== row.status || summary.latest_status_change !== row.latest_status_change) {
    setDetailsDue(ledger, row.uuid, true);
    return 'changed';
  }
  if (worth === 'doubtful') return same;
  return updateTask(ledger, row, summary, options.seenAt) ? 'metadata' : same;
}

/** Stores the summary of a known Task whose details could not be fetched. The details stay due. Returns whether the row changed. */
export function applySummary(ledger: Ledger, summary: TaskSummary, times: AnswerTimes): boolean {
  return ledger.transaction(() => {
    const row = readTask(ledger, summary.uuid);
    if (row === null || weigh(row, summary, times) !== 'newer') return false;
    const changed = updateTask(ledger, row, summary, times.seenAt);
    if (changed) keepVerdicts(ledger, row.uuid);
    return changed;
  });
}

export function setDetailsDue(ledger: Ledger, uuid: string, due: boolean): void {
  ledger.prepared('UPDATE task SET details_due = ? WHERE uuid = ?').run(due ? 1 : 0, uuid);
}

function columnsOf(task: TaskSummary) {
  return {
    ...task,
    external_id: task.external_id ?? null,
    changedUs: microsOf(task.latest_status_change),
    clearedUs: task.cleared === null ? null : microsOf(task.cleared),
  };
}

function insertTask(
  ledger: Ledger,
  task: TaskSummary,
  { mine, detailsDue, seenAt }: { mine: boolean; detailsDue: boolean; seenAt: number },
): void {
  ledger
    .prepared(
      `INSERT INTO task (uuid, mine, external_id, task_type, status, name, cleared, created, latest_status_change,
         created_us, changed_us, cleared_us, details_due, seen_at)
       VALUES (@uuid, @mine, @external_id, @task_type, @status, @name, @cleared, @created, @latest_status_change,
         @createdUs, @changedUs, @clearedUs, @detailsDue, @seenAt)`,
    )
    .run({
      ...columnsOf(task),
      mine: mine ? 1 : 0,
      createdUs: microsOf(task.created),
      detailsDue: detailsDue ? 1 : 0,
      seenAt,
    });
  describeTask(ledger, task.uuid);
  addHistory(ledger, task, seenAt);
}

function updateTask(ledger: Ledger, row: TaskRow, task: TaskSummary, seenAt: number): boolean {
  // An empty name of a cleared Task means that retention removed the name, which a list must not restore.
  const name = row.name === '' && task.cleared !== null ? '' : task.name;
  const moved = row.status !== task.status || row.latest_status_change !== task.latest_status_change;
  const changed =
    moved ||
    row.name !== name ||
    row.cleared !== task.cleared ||
    row.external_id !== (task.external_id ?? null) ||
    row.task_type !== task.task_type;
  if (!changed) return false;
  ledger
    .prepared(
      `UPDATE task SET external_id = @external_id, task_type = @task_type, status = @status, name = @name,
         cleared = @cleared, latest_status_change = @latest_status_change, changed_us = @changedUs,
         cleared_us = @clearedUs, seen_at = @seenAt WHERE uuid = @uuid`,
    )
    .run({ ...columnsOf(task), name, seenAt, uuid: row.uuid });
  const renamed = row.name !== name || row.external_id !== (task.external_id ?? null);
  if (renamed || row.cleared !== task.cleared) describeTask(ledger, row.uuid);
  if (moved) addHistory(ledger, task, seenAt);
  return true;
}

function addHistory(ledger: Ledger, task: TaskSummary, seenAt: number): void {
  ledger
    .prepared('INSERT INTO task_history (task_uuid, status, since, seen_at) VALUES (?, ?, ?, ?)')
    .run(task.uuid, task.status, task.latest_status_change, seenAt);
}

const DENIALS_NEEDED = 2;
/** Milliseconds without a response and without a list that names a Task, after which the Task counts as denied. */
const UNANSWERED_MS = 300_000;

/**
 * Records that the service denies having a Task. `isProven`: whether the service found a control Task at the same time. After the second
 * proven denial the Task is gone, and the program stops asking for the Task (I10). Returns whether the Task is gone.
 */
export function noteDenial(ledger: Ledger, uuid: string, isProven: boolean, now: number): boolean {
  ledger
    .prepared(
      `UPDATE task SET denied_since = COALESCE(denied_since, @now), denials = denials + @proven,
         gone_since = CASE WHEN denials + @proven >= ${DENIALS_NEEDED} THEN COALESCE(gone_since, @now) END,
         details_due = denials + @proven < ${DENIALS_NEEDED}
       WHERE uuid = @uuid`,
    )
    .run({ uuid, proven: isProven ? 1 : 0, now });
  const gone = ledger.prepared('SELECT gone_since IS NOT NULL FROM task WHERE uuid = ?');
  return readNumber(gone, uuid) === 1;
}

export function noteUnlisted(ledger: Ledger, uuid: string, now: number): void {
  ledger
    .prepared(
      'UPDATE task SET unlisted_since = MIN(COALESCE(unlisted_since, @now), @now), details_due = 1 WHERE uuid = @uuid',
    )
    .run({ uuid, now });
}

/**
 * Records that the service gave no response about the Task. If the lists have not named the Task for `UNANSWERED_MS` either, the Task
 * counts as denied (I10). Returns whether the Task has just become denied.
 */
export function noteUnanswered(ledger: Ledger, uuid: string, now: number): boolean {
  const unanswered = ledger.prepared(
    'UPDATE task SET denied_since = unlisted_since WHERE uuid = ? AND denied_since IS NULL AND unlisted_since <= ?',
  );
  return unanswered.run(uuid, now - UNANSWERED_MS).changes === 1;
}

export function noteSeen(ledger: Ledger, task: TaskRow): boolean {
  if (task.denied_since === null && task.unlisted_since === null) return false;
  ledger
    .prepared(
      'UPDATE task SET denied_since = NULL, denials = 0, gone_since = NULL, unlisted_since = NULL WHERE uuid = ?',
    )
    .run(task.uuid);
  return task.denied_since !== null;
}

export const UNENDED = `status NOT IN ('completed', 'failed', 'invalid')`;

/** SQL for a submission: its Task is gone but had not ended. A person decides whether to send the documents again. */
export const TASK_IS_GONE = `EXISTS (SELECT 1 FROM task WHERE task.uuid = submission.task_uuid AND gone_since IS NOT NULL AND ${UNENDED})`;

/** Returns the number of gone Tasks, and of Tasks that the service denies and that are not yet gone. Ended Tasks do not count. */
export function countDenied(ledger: Ledger, scope: TrackingScope): { gone: number; denied: number } {
  const counts = ledger.prepared(
    `SELECT COUNT(gone_since) AS gone, COUNT(*) - COUNT(gone_since) AS denied
     FROM task WHERE denied_since IS NOT NULL AND test = 0 AND ${UNENDED}
       AND ${scope === 'station' ? 'mine = 1' : 'TRUE'}`,
  );
  return z.object({ gone: z.int(), denied: z.int() }).parse(counts.get());
}
