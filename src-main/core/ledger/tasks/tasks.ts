import { z } from 'zod';
import type { TaskDetails, TaskSummary } from '../../service/schemas.ts';
import { compareInstants, isBeyond, microsOf } from '../db/date-time.ts';
import { type Ledger, readNumber } from '../db/ledger.ts';
import { readState } from '../db/station-state.ts';
import { addTwinsOfReturned } from '../tables/twins.ts';
import { describeTask, keepVerdicts, setVerdicts } from './list-columns.ts';
import { setWait } from './reasons.ts';
import { addSnapshot, isNewestSnapshot } from './snapshots.ts';
import {
  isTerminal,
  readTask,
  type TaskRow,
  type TrackingScope,
  watermarkKey,
  watermarkSchema,
} from './task-row.ts';

/** The times of a response about a Task, in milliseconds since the epoch. `seenAt`: the time at which the response is stored. */
export interface AnswerTimes {
  readonly seenAt: number;
  /** The time at which the request began. `weigh` uses the time if response and stored Task differ in the status but not in the date. */
  readonly asked?: number;
}

// Compares a response with the stored Task. `newer`: the response replaces the Task. `doubtful`: a new request must decide. The later
// `latest_status_change` is newer, unless a clock of the service was wrong. If both dates are equal, a terminal status is newer than an
// open status, because `invalid` does not change the date (docs/service.md 2.1 and 3). If both dates are equal and neither status is newer,
// the response is doubtful if its request began before the stored Task was written.
function weigh(row: TaskRow, answer: TaskSummary, times: AnswerTimes): 'newer' | 'older' | 'doubtful' {
  const order = compareInstants(answer.latest_status_change, row.latest_status_change);
  if (order > 0) return 'newer';
  // If the stored date is in the far future, the stored date is wrong, and every true date would count as older.
  if (order < 0 && isBeyond(row.latest_status_change, times.seenAt))
    return isAskedAfter(row, times, 0) ? 'newer' : 'doubtful';
  if (order < 0) return changedByAnotherClock(row, answer, times) ? 'newer' : 'older';
  if (isTerminal(row.status) !== isTerminal(answer.status))
    return isTerminal(answer.status) ? 'newer' : 'older';
  if (times.asked === undefined) return answer.status === row.status ? 'newer' : 'doubtful';
  return times.asked === row.seen_at || isAskedAfter(row, times, 0) ? 'newer' : 'doubtful';
}

// Whether the request began more than `ms` milliseconds after the stored answer. If `row.seen_at` is in the future, the wall clock of this
// computer was set back, and the answer counts as asked later: a wrong choice lasts until the next answer.
function isAskedAfter(row: TaskRow, { asked, seenAt }: AnswerTimes, ms: number): boolean {
  return asked !== undefined && (asked > row.seen_at + ms || row.seen_at > seenAt);
}

// A server of the service may answer with a state that is old by less than this number of milliseconds.
const STALE_MS = 60_000;

// Whether a response with an earlier date is newer nevertheless. The clocks of the service's servers differ, so the date of a change can be
// too early. An end counts at once, because an ended Task does not become open again (docs/service.md 3). Another change counts once the
// request began so long after the stored answer that no server still has the state before that answer.
function changedByAnotherClock(row: TaskRow, answer: TaskSummary, times: AnswerTimes): boolean {
  return !isTerminal(row.status) && isAskedAfter(row, times, isTerminal(answer.status) ? 0 : STALE_MS);
}

/**
 * Stores a TaskDetails response in one transaction: the Task, an entry of the history if the status changed, and a snapshot if the payload
 * changed. An older response never replaces a newer response. Returns whether anything changed that a person can see. `mine`: whether this
 * station created the Task or an answer of this station was redirected to the Task; true never becomes false. `settlesDue`: whether
 * `details_due` becomes 0.
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
      setVerdicts(ledger, details.uuid, details);
      setWait(ledger, details);
      return true;
    }
    const wasDenied = noteSeen(ledger, row, options.seenAt);
    const isClaimed = options.mine && row.mine === 0;
    const isNews = isClaimed || wasDenied;
    if (isClaimed) {
      ledger.prepared('UPDATE task SET mine = 1 WHERE uuid = ?').run(row.uuid);
      // The folder of a Task comes from its submission, and the submission may have received the uuid of the Task in this transaction.
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
    ledger
      .prepared('UPDATE task SET seen_at = ?, checked_at = ? WHERE uuid = ?')
      .run(options.seenAt, options.asked ?? options.seenAt, row.uuid);
    if (options.settlesDue) setDetailsDue(ledger, row.uuid, false);
    if (rowChanged || snapshotChanged) {
      setVerdicts(ledger, row.uuid, details);
      setWait(ledger, details);
    }
    return isNews || rowChanged || snapshotChanged;
  });
}

// Whether the details of a Task that the ledger lacked must be fetched at once. If the response to a create was slow, tracking may have
// ignored a change of the new Task, because the Task looked like a Task of another station.
function mayHaveMoved(ledger: Ledger, details: TaskDetails): boolean {
  if (isTerminal(details.status)) return false;
  const seen = readState(ledger, watermarkKey('station'), watermarkSchema)?.seen ?? null;
  return seen !== null && compareInstants(details.latest_status_change, seen) <= 0;
}

/**
 * The result of storing a summary. `stranger`: the ledger lacks the Task. `same`: nothing changed that a person can see. `metadata`: the
 * name, external_id, cleared date, task type or denial changed. `changed`: the status or its date changed, so the details are now due.
 */
export type Noted = 'stranger' | 'added' | 'same' | 'metadata' | 'changed';

/**
 * Stores the summary of a Task from a list (docs/service.md 2.7), unless the summary is older. A new status only makes the details due;
 * `recordTask` or `applySummary` stores the status. `add`: whether a Task that the ledger lacks is added. `quietly`: the details of the
 * added Task become due only if the Task waits.
 */
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
  // A list that contains a Task proves that the service has the Task.
  const same = noteSeen(ledger, row, options.seenAt) ? 'metadata' : 'same';
  const worth = weigh(row, summary, options);
  if (worth === 'older') return same;
  if (summary.status !== row.status || summary.latest_status_change !== row.latest_status_change) {
    setDetailsDue(ledger, row.uuid, true);
    return 'changed';
  }
  if (worth === 'doubtful') return same;
  return updateTask(ledger, row, summary, options.seenAt) ? 'metadata' : same;
}

/** Stores a newer summary of a known Task whose details could not be fetched. The details stay due. Returns whether the row changed. */
export function applySummary(ledger: Ledger, summary: TaskSummary, times: AnswerTimes): boolean {
  return ledger.transaction(() => {
    const row = readTask(ledger, summary.uuid);
    if (row === null || weigh(row, summary, times) !== 'newer') return false;
    const changed = updateTask(ledger, row, summary, times.seenAt);
    if (changed) keepVerdicts(ledger, row.uuid);
    return changed;
  });
}

/** Stores the summary of a Task that this station made and the ledger lacked. The details become due. Must be called in a transaction. */
export function adoptSummary(ledger: Ledger, summary: TaskSummary, seenAt: number): void {
  if (readTask(ledger, summary.uuid) === null)
    insertTask(ledger, summary, { mine: true, detailsDue: true, seenAt });
  else ledger.prepared('UPDATE task SET mine = 1, details_due = 1 WHERE uuid = ?').run(summary.uuid);
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
         created_us, changed_us, cleared_us, details_due, seen_at, checked_at)
       VALUES (@uuid, @mine, @external_id, @task_type, @status, @name, @cleared, @created, @latest_status_change,
         @createdUs, @changedUs, @clearedUs, @detailsDue, @seenAt, @seenAt)`,
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
  // If a cleared Task has an empty name, retention removed the name, and a list must not restore it.
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
// A Task that the list of all Tasks has lacked for this number of milliseconds counts as denied if a request gets no response.
const UNANSWERED_MS = 300_000;

/**
 * Records that the service denies having a Task. `isProven`: whether the service found a control Task (a Task that must exist) at the same
 * time. After the second proven denial, the Task is gone (I10). Returns whether the Task is gone.
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
 * Records that a request for the Task got no response. If the list of all Tasks has also lacked the Task for `UNANSWERED_MS`, the Task
 * becomes denied (I10). Returns whether the Task became denied now.
 */
export function noteUnanswered(ledger: Ledger, uuid: string, now: number): boolean {
  const unanswered = ledger.prepared(
    'UPDATE task SET denied_since = unlisted_since WHERE uuid = ? AND denied_since IS NULL AND unlisted_since <= ?',
  );
  return unanswered.run(uuid, now - UNANSWERED_MS).changes === 1;
}

/** Ends the denial of a Task that the service shows. Returns whether the Task was denied. Must be called in a transaction. */
export function noteSeen(ledger: Ledger, task: TaskRow, seenAt: number): boolean {
  if (task.denied_since === null && task.unlisted_since === null) return false;
  if (task.gone_since !== null) addTwinsOfReturned(ledger, task.uuid, seenAt);
  ledger
    .prepared(
      'UPDATE task SET denied_since = NULL, denials = 0, gone_since = NULL, unlisted_since = NULL WHERE uuid = ?',
    )
    .run(task.uuid);
  return task.denied_since !== null;
}

export const UNENDED = `status NOT IN ('completed', 'failed', 'invalid')`;

/** SQL condition on a row of `task`: the Task has verdicts, and every verdict is approved. */
export const EVERY_CODE_APPROVED = `(status = 'completed' AND not_approved = 0
  AND EXISTS (SELECT 1 FROM task_verdict WHERE task_uuid = uuid))`;
/** SQL condition on a row of `task`: the Task has a verdict that is not approved. */
export const SOME_CODE_NOT_APPROVED = `(status = 'completed' AND not_approved = 1)`;

/** SQL condition on a submission: its Task is gone and had not ended. A person decides whether the documents are sent again. */
export const TASK_IS_GONE = `EXISTS (SELECT 1 FROM task WHERE task.uuid = submission.task_uuid AND gone_since IS NOT NULL AND ${UNENDED})`;

/** Returns the numbers of gone Tasks (`gone`), and of denied Tasks that are not gone (`denied`). Tasks that had ended do not count. */
export function countDenied(ledger: Ledger, scope: TrackingScope): { gone: number; denied: number } {
  const counts = ledger.prepared(
    `SELECT COUNT(gone_since) AS gone, COUNT(*) - COUNT(gone_since) AS denied
     FROM task WHERE denied_since IS NOT NULL AND test = 0 AND ${UNENDED}
       AND ${scope === 'station' ? 'mine = 1' : 'TRUE'}`,
  );
  return z.object({ gone: z.int(), denied: z.int() }).parse(counts.get());
}
