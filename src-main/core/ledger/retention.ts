import type { Ledger } from './ledger.ts';

const DAY_MS = 86_400_000;
/** What stands for a name that is not kept any more. */
export const NOT_KEPT = '(no longer kept)';

/**
 * Removes the contents of Tasks that were cleared more than `days` ago (DESIGN.md 7): snapshots, verdicts, names, what was
 * asked for and answered, and the names of their files. Rows and hashes stay, so that I1 still adds up and nothing is sent
 * again; so do the path and the group of a file that still stands in its folder, by which it is known. Gives how many Tasks were purged.
 * Nothing of it is left in free pages or in the write-ahead log, unless somebody reads just then: then the next time.
 */
export function purgeOldContent(ledger: Ledger, days: number, now: number): number {
  const before = new Date(now - days * DAY_MS).toISOString();
  const purged = ledger.transaction(() => {
    ledger.db.exec('CREATE TEMP TABLE IF NOT EXISTS purged (uuid TEXT PRIMARY KEY); DELETE FROM temp.purged');
    // A name that is there again was looked at, or given, since.
    const { changes } = ledger.db
      .prepare(
        `INSERT INTO temp.purged SELECT uuid FROM task
         WHERE cleared IS NOT NULL AND julianday(cleared) < julianday(?)
           AND (name <> '' OR search_text <> '' OR journey IS NOT NULL
             OR EXISTS (SELECT 1 FROM snapshot WHERE task_uuid = uuid)
             OR EXISTS (SELECT 1 FROM task_verdict WHERE task_uuid = uuid))`,
      )
      .run(before);
    if (changes === 0) return 0;
    for (const statement of STATEMENTS) ledger.db.exec(statement);
    ledger.db.exec('DELETE FROM temp.purged');
    return changes;
  });
  ledger.db.pragma('wal_checkpoint(TRUNCATE)');
  return purged;
}

const TASKS = 'SELECT uuid FROM temp.purged';
const SUBMISSIONS = `SELECT id FROM submission WHERE state = 'accepted' AND task_uuid IN (${TASKS})`;
const MESSAGES = `SELECT id FROM message WHERE ended_at IS NOT NULL AND task_uuid IN (${TASKS})`;

const STATEMENTS = [
  `DELETE FROM snapshot WHERE task_uuid IN (${TASKS})`,
  `DELETE FROM task_verdict WHERE task_uuid IN (${TASKS})`,
  `UPDATE task SET name = '', search_text = '', journey = NULL WHERE uuid IN (${TASKS})`,
  `UPDATE submission SET name = NULL, request_spec = '{}' WHERE id IN (${SUBMISSIONS})`,
  `UPDATE submission_file SET path = '${NOT_KEPT}', file_name = '${NOT_KEPT}' WHERE submission_id IN (${SUBMISSIONS})`,
  `UPDATE message_file SET path = '${NOT_KEPT}', file_name = '${NOT_KEPT}' WHERE message_id IN (${MESSAGES})`,
  `UPDATE message SET progress = json_remove(progress, '$.before'), problem_detail = NULL,
     payload = CASE json_extract(payload, '$.kind')
       WHEN 'answer' THEN json_set(payload, '$.data', json('null'))
       WHEN 'name' THEN json_set(payload, '$.name', '')
       WHEN 'event' THEN json_set(payload, '$.extraData', json('{}'))
       ELSE payload END
   WHERE id IN (${MESSAGES})`,
  // What is gone from its folder needs no path to be known by: should it come back, its bytes tell.
  `UPDATE file SET path = '${NOT_KEPT}', name_key = 'purged//' || id, group_key = NULL
   WHERE (gone = 1 OR current = 0 OR folder_id IS NULL OR move_state = 'moved')
     AND (submission_id IN (${SUBMISSIONS}) OR message_id IN (${MESSAGES}) OR duplicate_of IN (${SUBMISSIONS}))`,
  // By its group a late file is known to be late, as long as anything of the group still stands there.
  `UPDATE submission SET group_key = NULL WHERE group_key IS NOT NULL AND id IN (${SUBMISSIONS}) AND NOT EXISTS (
     SELECT 1 FROM file WHERE file.folder_id = submission.folder_id AND file.group_key = submission.group_key AND current = 1 AND gone = 0)`,
];
