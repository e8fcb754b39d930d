import type { TaskDetails, TaskSummary } from '../../service/schemas.ts';
import { compareInstants, isBeyond, microsOf } from '../db/instant.ts';
import { type Ledger, readOne } from '../db/ledger.ts';
import { readState } from '../db/station-state.ts';
import { noteSeen } from './gone-tasks.ts';
import { addSnapshot, isNewestSnapshot } from './snapshots.ts';
import { describeTask, keepVerdicts, setVerdicts } from './task-lists.ts';
import { isTerminal, type TaskRow, taskRowSchema, watermarkKey, watermarkSchema } from './task-row.ts';

/** When an answer was asked for and when it is stored, both milliseconds of the wall clock. */
export interface AnswerTimes {
  readonly seenAt: number;
  /** When its request began. Without it, of two statuses with the same date neither is known to be the newer. */
  readonly asked?: number;
}

/** The Task with this uuid, or null. */
export function readTask(ledger: Ledger, uuid: string): TaskRow | null {
  return readOne(ledger.prepared('SELECT * FROM task WHERE uuid = ?'), taskRowSchema, uuid);
}

/**
 * Whether an answer about a Task may replace what is known. An older `latest_status_change` never does. With the same
 * one, an ended Task stays ended (`invalid` does not move the date: docs/service.md 2.1 and 3), and an answer
 * that was asked for before the known one was stored is in doubt: only a new request can tell.
 */
function weigh(row: TaskRow, answer: TaskSummary, times: AnswerTimes): 'newer' | 'older' | 'doubtful' {
  const order = compareInstants(answer.latest_status_change, row.latest_status_change);
  if (order > 0) return 'newer';
  // A date that cannot be would keep every true one out for good.
  if (order < 0 && isBeyond(row.latest_status_change, times.seenAt))
    return times.asked !== undefined && times.asked > row.seen_at ? 'newer' : 'doubtful';
  if (order < 0) return endedByAnotherClock(row, answer, times) ? 'newer' : 'older';
  if (isTerminal(row.status) !== isTerminal(answer.status))
    return isTerminal(answer.status) ? 'newer' : 'older';
  if (times.asked === undefined) return answer.status === row.status ? 'newer' : 'doubtful';
  // A stored time in the future means that the wall clock was set back: it proves nothing then.
  const overtaken = times.asked < row.seen_at && row.seen_at <= times.seenAt;
  return overtaken ? 'doubtful' : 'newer';
}

/**
 * The dates are written by the parts of the service, whose clocks may differ: an end can carry an earlier date than the
 * status before it. No old answer looks like that, since an ended Task does not move on its own (docs/service.md 3).
 */
function endedByAnotherClock(row: TaskRow, answer: TaskSummary, { asked, seenAt }: AnswerTimes): boolean {
  if (isTerminal(row.status) || !isTerminal(answer.status) || asked === undefined) return false;
  return asked > row.seen_at && row.seen_at <= seenAt;
}

/**
 * Stores an answer about a Task: its row, its history when the status moved, and its snapshot when the payload changed,
 * in one transaction (or as part of the caller's). An older answer never replaces a newer one.
 *
 * `mine` says that this station created the Task; it is never unsaid. `settlesDue` says that the answer was asked for
 * because details were due, so that they no longer are. Gives whether anything a person can see has changed.
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
      // Its submission may be known only now.
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
 * A Task that appears here only now (the answer to its creation took its time) may have moved while tracking passed
 * over it as a stranger. Then its details are due at once.
 */
function mayHaveMoved(ledger: Ledger, details: TaskDetails): boolean {
  if (isTerminal(details.status)) return false;
  const seen = readState(ledger, watermarkKey('station'), watermarkSchema)?.seen ?? null;
  return seen !== null && compareInstants(details.latest_status_change, seen) <= 0;
}

/** What a summary meant: a Task not in the ledger (left out, or added), nothing new, a new name or the like, a new status. */
export type Noted = 'stranger' | 'added' | 'same' | 'metadata' | 'changed';

/**
 * Notes a summary of a list (docs/service.md 2.7). A changed status is not stored yet but marks the details as due:
 * status and verdicts then change together, in `recordTask`.
 */
export function noteSummary(
  ledger: Ledger,
  summary: TaskSummary,
  options: AnswerTimes & { readonly add: 'never' | 'with-details-due' | 'quietly' },
): Noted {
  const row = readTask(ledger, summary.uuid);
  if (row === null) {
    if (options.add === 'never') return 'stranger';
    const detailsDue = options.add === 'with-details-due' || summary.status === 'waiting';
    insertTask(ledger, summary, { mine: false, detailsDue, seenAt: options.seenAt });
    return 'added';
  }
  // Whatever a list says of a Task, the service has it.
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

/** Stores what a summary says of a known Task although its details could not be had; they stay due. */
export function applySummary(ledger: Ledger, summary: TaskSummary, times: AnswerTimes): boolean {
  return ledger.transaction(() => {
    const row = readTask(ledger, summary.uuid);
    if (row === null || weigh(row, summary, times) !== 'newer') return false;
    const changed = updateTask(ledger, row, summary, times.seenAt);
    if (changed) keepVerdicts(ledger, row.uuid);
    return changed;
  });
}

/** Says whether the details of a Task are still to be fetched. */
export function setDetailsDue(ledger: Ledger, uuid: string, due: boolean): void {
  ledger.prepared('UPDATE task SET details_due = ? WHERE uuid = ?').run(due ? 1 : 0, uuid);
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
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      task.uuid,
      mine ? 1 : 0,
      task.external_id ?? null,
      task.task_type,
      task.status,
      task.name,
      task.cleared,
      task.created,
      task.latest_status_change,
      microsOf(task.created),
      microsOf(task.latest_status_change),
      task.cleared === null ? null : microsOf(task.cleared),
      detailsDue ? 1 : 0,
      seenAt,
    );
  describeTask(ledger, task.uuid);
  addHistory(ledger, task, seenAt);
}

function updateTask(ledger: Ledger, row: TaskRow, task: TaskSummary, seenAt: number): boolean {
  // Retention blanked the name of a Task cleared long ago; a list must not bring it back.
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
      `UPDATE task SET external_id = ?, task_type = ?, status = ?, name = ?, cleared = ?, latest_status_change = ?,
         changed_us = ?, cleared_us = ?, seen_at = ? WHERE uuid = ?`,
    )
    .run(
      task.external_id ?? null,
      task.task_type,
      task.status,
      name,
      task.cleared,
      task.latest_status_change,
      microsOf(task.latest_status_change),
      task.cleared === null ? null : microsOf(task.cleared),
      seenAt,
      row.uuid,
    );
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
