import type { Migration } from './migration.ts';

/*
 * Columns about a Task that the service denies: since when, how often in proven answers, and since when the Task is gone. The index over
 * open Tasks leaves out Tasks that are gone, because every poll of the service reads that index (0006).
 */
export const goneTasks: Migration = {
  version: 12,
  name: 'gone tasks',
  sql: `
    ALTER TABLE task ADD COLUMN denied_since INTEGER;
    ALTER TABLE task ADD COLUMN denials INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE task ADD COLUMN gone_since INTEGER;
    CREATE INDEX task_denied ON task (gone_since, status) WHERE denied_since IS NOT NULL;
    DROP INDEX task_open;
    CREATE INDEX task_open ON task (changed_us, status, mine)
      WHERE status NOT IN ('completed', 'failed', 'invalid') AND gone_since IS NULL;
    UPDATE task SET details_due = 1 WHERE uuid IN (
      SELECT substr(key, 20) FROM station_state WHERE key GLOB 'tracking.not-found.*');
    DELETE FROM station_state WHERE key GLOB 'tracking.not-found.*';
  `,
};
