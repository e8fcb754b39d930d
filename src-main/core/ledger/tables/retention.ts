import type { Ledger } from '../db/ledger.ts';
import { noteRemoved } from '../db/vacuum.ts';
import { noteTextsRemoved } from '../tasks/task-texts.ts';

const DAY_MS = 86_400_000;
export const NOT_KEPT = '(no longer kept)';

/** The number of Tasks whose content was removed, and the number of files whose names were removed. */
export interface Purged {
  readonly tasks: number;
  readonly files: number;
}

/**
 * Removes old content (docs/architecture.md 7):
 * - from Tasks that were cleared more than `days` days ago: snapshots, verdicts, names, request_spec, the content of messages, file names,
 *   the notes of the staff, and the names, days and reasons by which the staff assigned the Tasks or put the Tasks away;
 * - from submissions that were withdrawn more than `days` days ago: names, request_spec, file names;
 * - from files that were never sent and have been missing for more than `days` days: their names.
 *
 * Rows and hashes stay, so that the counts of I1 add up and nothing is sent twice. The path and group of a file that is still in its folder
 * stay, because they identify the file. The external_id stays (I11). A rejected message without its content can no longer be sent, so it
 * becomes withdrawn. Messages no longer refer to their spool copies, so that the copies can be deleted.
 *
 * Afterwards, free pages contain no removed data. The write-ahead log contains no removed data either, unless another connection reads at
 * the same time; the next call then clears the log. VACUUM clears the free space within pages (`vacuum.ts`), and `rewriteTexts` clears the
 * full-text index.
 */
export function purgeOldContent(ledger: Ledger, days: number, now: number): Purged {
  const beforeMs = now - days * DAY_MS;
  const times = { before: new Date(beforeMs).toISOString(), beforeMs, now: new Date(now).toISOString() };
  const run = (sql: string) => {
    const statement = ledger.db.prepare(sql);
    return (sql.includes('@') ? statement.run(times) : statement.run()).changes;
  };
  const purged = ledger.transaction(() => {
    for (const kind of ['task', 'submission', 'message']) {
      run(`CREATE TEMP TABLE IF NOT EXISTS purged_${kind} (id TEXT PRIMARY KEY)`);
    }
    const tasks = run(TASKS);
    const others = run(SUBMISSIONS) + run(MESSAGES);
    for (const statement of CONTENTS) run(statement);
    run(MISSED);
    const files = run(FILES);
    run(GROUPS);
    for (const kind of ['task', 'submission', 'message']) run(`DELETE FROM temp.purged_${kind}`);
    if (tasks + others + files > 0) noteRemoved(ledger);
    if (tasks > 0) noteTextsRemoved(ledger);
    return { tasks, files };
  });
  ledger.db.pragma('wal_checkpoint(TRUNCATE)');
  return purged;
}

const CLEARED = 'cleared IS NOT NULL AND julianday(cleared) < julianday(@before)';
const isOver = (uuid: string) => `EXISTS (SELECT 1 FROM task WHERE task.uuid = ${uuid} AND ${CLEARED})`;
// SQL condition: the submission's content is not needed. A rejected submission keeps its content, because a person may still send it.
const OVER = `CASE submission.state WHEN 'accepted' THEN ${isOver('submission.task_uuid')}
  WHEN 'withdrawn' THEN submission.ended_at < @beforeMs ELSE 0 END`;

// Selects the cleared Tasks that have content. A Task may have new content after an earlier purge, because a person opened the Task.
const TASKS = `INSERT INTO temp.purged_task SELECT uuid FROM task
  WHERE ${CLEARED}
    AND (name <> '' OR search_text <> '' OR journey IS NOT NULL
      OR EXISTS (SELECT 1 FROM snapshot WHERE task_uuid = uuid)
      OR EXISTS (SELECT 1 FROM task_verdict WHERE task_uuid = uuid)
      OR EXISTS (SELECT 1 FROM staff_note WHERE task_uuid = uuid)
      OR EXISTS (SELECT 1 FROM task_assignee WHERE task_uuid = uuid)
      OR EXISTS (SELECT 1 FROM task_put_away WHERE task_uuid = uuid))`;

// The submissions whose content stays, because a held file equals one of their documents and may get the purpose of the submission.
const AWAITED = `SELECT duplicate_of FROM file
  WHERE state IN ('settling', 'held') AND state = 'held' AND duplicate_of IS NOT NULL`;
const SUBMISSIONS = `INSERT INTO temp.purged_submission
  SELECT id FROM submission WHERE state = 'accepted' AND task_uuid IN (SELECT id FROM temp.purged_task)
  UNION SELECT id FROM submission WHERE state = 'withdrawn' AND ended_at < @beforeMs AND id NOT IN (${AWAITED})
    AND EXISTS (SELECT 1 FROM submission_file WHERE submission_id = id AND path <> '${NOT_KEPT}')`;

const WITHOUT_CONTENT = `CASE json_extract(payload, '$.kind')
  WHEN 'answer' THEN json_set(payload, '$.data', json('null'))
  WHEN 'name' THEN json_set(payload, '$.name', '')
  WHEN 'event' THEN json_set(payload, '$.extraData', json('{}'))
  ELSE payload END`;
/** SQL condition: the message is of a kind that cannot be sent without its content. */
const HELD_CONTENT = `json_extract(payload, '$.kind') IN ('answer', 'name', 'event')`;
const LED_TO = `json_extract(progress, '$.redirectedTo[#-1]')`;
// Selects messages that have content. A message belongs to the Task in `task_uuid` and, unless rejected, also to the last redirect target.
const MESSAGES = `INSERT INTO temp.purged_message SELECT id FROM message
  WHERE CASE state
      WHEN 'rejected' THEN ended_at < @beforeMs AND ${isOver('message.task_uuid')}
      ELSE ended_at IS NOT NULL
        AND (${isOver('message.task_uuid')} OR ${isOver(LED_TO)}) END
    AND ((state = 'rejected' AND ${HELD_CONTENT}) OR payload <> ${WITHOUT_CONTENT} OR json_type(progress, '$.before') IS NOT NULL OR problem_detail IS NOT NULL
      OR EXISTS (SELECT 1 FROM message_file WHERE message_id = id AND path <> '${NOT_KEPT}'))`;

const ofPurged = (kind: 'task' | 'submission' | 'message') => `IN (SELECT id FROM temp.purged_${kind})`;
const CONTENTS = [
  `DELETE FROM snapshot WHERE task_uuid ${ofPurged('task')}`,
  `DELETE FROM task_verdict WHERE task_uuid ${ofPurged('task')}`,
  `DELETE FROM task_wait WHERE task_uuid ${ofPurged('task')}`,
  `DELETE FROM staff_note WHERE task_uuid ${ofPurged('task')}`,
  `DELETE FROM task_assignee WHERE task_uuid ${ofPurged('task')}`,
  `DELETE FROM task_put_away WHERE task_uuid ${ofPurged('task')}`,
  `UPDATE task SET name = '', search_text = '', journey = NULL, patient_conflict = 0 WHERE uuid ${ofPurged('task')}`,
  `UPDATE submission SET name = NULL, request_spec = '{}', problem_detail = NULL WHERE id ${ofPurged('submission')}`,
  `UPDATE correction SET what = '' WHERE submission_id ${ofPurged('submission')} OR corrects ${ofPurged('task')}`,
  `UPDATE submission_file SET path = '${NOT_KEPT}', file_name = '${NOT_KEPT}' WHERE submission_id ${ofPurged('submission')}`,
  `UPDATE message_file SET path = '${NOT_KEPT}', file_name = '${NOT_KEPT}' WHERE message_id ${ofPurged('message')}`,
  `UPDATE message SET progress = json_remove(progress, '$.before', '$.alreadyThere'), problem_detail = NULL, payload = ${WITHOUT_CONTENT}
   WHERE id ${ofPurged('message')}`,
  `UPDATE message_file SET spool_name = NULL WHERE message_id ${ofPurged('message')}`,
  `UPDATE message SET state = 'withdrawn', problem_code = 'message.not-kept'
   WHERE id ${ofPurged('message')} AND state = 'rejected' AND ${HELD_CONTENT}`,
];

const HAS_NAME = `substr(name_key, 1, 8) <> 'purged//'`;

// `missed_since` is the time since which an unsent file has been missing. The name of the file is removed only after a long absence, so
// that a file that a person left out is recognized after an outage of its share. A `missed_since` in the future comes from a wrong clock
// and is replaced.
const MISSED = `UPDATE file SET missed_since = @now
  WHERE state IN ('ignored', 'withdrawn') AND (gone = 1 OR current = 0) AND ${HAS_NAME}
    AND (missed_since IS NULL OR missed_since > @now)`;

// Removes the names of missing files: if a file returns, its bytes identify the file. The statement covers all Tasks, because a file may
// leave its folder, or return as a duplicate, long after the purge of its Task.
const FILES = `UPDATE file SET path = '${NOT_KEPT}', name_key = 'purged//' || id, group_key = NULL
  WHERE (gone = 1 OR current = 0 OR folder_id IS NULL OR move_state = 'moved') AND ${HAS_NAME}
    AND CASE
      WHEN state IN ('ignored', 'withdrawn') THEN missed_since < @before
      WHEN state = 'held' THEN 0
      WHEN message_id IS NOT NULL THEN EXISTS (SELECT 1 FROM message_file WHERE message_file.message_id = file.message_id AND path = '${NOT_KEPT}')
      ELSE EXISTS (SELECT 1 FROM submission WHERE id = COALESCE(submission_id, duplicate_of) AND ${OVER}) END`;

// A submission keeps its group key while a file of the group is in the folder, because the key identifies a late file of the same group.
const GROUPS = `UPDATE submission SET group_key = NULL WHERE group_key IS NOT NULL AND ${OVER} AND NOT EXISTS (
  SELECT 1 FROM file WHERE file.folder_id = submission.folder_id AND file.group_key = submission.group_key AND current = 1 AND gone = 0)`;
