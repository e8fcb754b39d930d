import type { Migration } from './migration.ts';

/*
 * Columns for filtering, sorting and searching lists of Tasks without reading payloads. Dates are
 * microseconds since the epoch, because dates as text sort wrongly ("05Z" and "05.100Z"). A schema may not
 * call the functions that compute the columns, so `tasks.ts` keeps the columns up to date.
 */
export const taskLists: Migration = {
  version: 2,
  name: 'task lists',
  sql: `
    ALTER TABLE task ADD COLUMN created_us INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE task ADD COLUMN changed_us INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE task ADD COLUMN cleared_us INTEGER;
    ALTER TABLE task ADD COLUMN folder_id TEXT;
    ALTER TABLE task ADD COLUMN journey TEXT;
    ALTER TABLE task ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

    UPDATE task SET
      created_us = micros_of(created),
      changed_us = micros_of(latest_status_change),
      cleared_us = micros_of(cleared),
      folder_id = (SELECT folder_id FROM submission WHERE task_uuid = task.uuid ORDER BY seq LIMIT 1),
      journey = journey_of(
        (SELECT group_key FROM submission WHERE task_uuid = task.uuid ORDER BY seq LIMIT 1),
        (SELECT folder_id FROM submission WHERE task_uuid = task.uuid ORDER BY seq LIMIT 1),
        external_id);
    UPDATE task SET search_text = search_text_of(name, external_id, journey,
      (SELECT group_concat(file_name, char(10)) FROM submission_file
       JOIN submission ON submission.id = submission_id WHERE task_uuid = task.uuid))
    WHERE NOT (name = '' AND cleared IS NOT NULL);

    CREATE INDEX task_by_created ON task (created_us, uuid);
    CREATE INDEX task_by_change ON task (changed_us, uuid);
    CREATE INDEX task_by_cleared ON task (cleared_us, uuid);
    CREATE INDEX task_by_name ON task (name COLLATE NOCASE, uuid);
    CREATE INDEX task_by_external_id ON task (external_id, uuid);
    CREATE INDEX task_by_status ON task (status, changed_us, uuid);
    CREATE INDEX task_by_type ON task (task_type);
    CREATE INDEX task_by_folder ON task (folder_id, created_us, uuid) WHERE folder_id IS NOT NULL;
    CREATE INDEX task_by_journey ON task (journey, created_us, uuid) WHERE journey IS NOT NULL;

    CREATE INDEX message_redirected ON message (seq) WHERE instr(progress, '"redirectedTo"') > 0;

    CREATE TABLE task_verdict (
      task_uuid TEXT NOT NULL REFERENCES task (uuid),
      position  INTEGER NOT NULL,
      code      TEXT NOT NULL,
      approved  INTEGER NOT NULL CHECK (approved IN (0, 1)),
      PRIMARY KEY (task_uuid, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_verdict_code ON task_verdict (code, approved, task_uuid);
    CREATE INDEX task_verdict_approved ON task_verdict (approved, task_uuid);

    INSERT INTO task_verdict (task_uuid, position, code, approved)
      SELECT task.uuid, verdict.key, json_extract(verdict.value, '$.code'), json_extract(verdict.value, '$.approved')
      FROM task
      JOIN snapshot ON snapshot.id = (SELECT MAX(id) FROM snapshot WHERE task_uuid = task.uuid)
      JOIN json_each(snapshot.payload, '$.verdicts') AS verdict
      WHERE snapshot.status = task.status AND verdict.type = 'object'
        AND micros_of(json_extract(snapshot.payload, '$.latest_status_change')) = task.changed_us;
  `,
};
