import type { Migration } from './migration.ts';

/*
 * Lets the first screen count without reading the history. A column of the Task records whether a verdict is not approved, because the
 * index over open follow-ups needs the value there. Triggers keep the column correct.
 */
export const overview: Migration = {
  version: 4,
  name: 'overview',
  sql: `
    CREATE INDEX file_state ON file (folder_id, state);
    CREATE INDEX file_message ON file (message_id) WHERE message_id IS NOT NULL;
    CREATE INDEX task_open ON task (status, changed_us) WHERE status NOT IN ('completed', 'failed', 'invalid');

    ALTER TABLE task ADD COLUMN not_approved INTEGER NOT NULL DEFAULT 0 CHECK (not_approved IN (0, 1));
    UPDATE task SET not_approved = 1 WHERE uuid IN (SELECT task_uuid FROM task_verdict WHERE approved = 0);
    CREATE TRIGGER task_verdict_added AFTER INSERT ON task_verdict WHEN NEW.approved = 0 BEGIN
      UPDATE task SET not_approved = 1 WHERE uuid = NEW.task_uuid AND not_approved = 0;
    END;
    CREATE TRIGGER task_verdict_removed AFTER DELETE ON task_verdict WHEN OLD.approved = 0 BEGIN
      UPDATE task SET not_approved = EXISTS (
        SELECT 1 FROM task_verdict WHERE task_uuid = OLD.task_uuid AND approved = 0) WHERE uuid = OLD.task_uuid;
    END;
    CREATE INDEX task_to_follow_up ON task (status, not_approved)
      WHERE cleared IS NULL AND status IN ('completed', 'failed', 'invalid');
  `,
};
