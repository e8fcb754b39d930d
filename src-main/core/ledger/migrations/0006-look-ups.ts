import type { Migration } from './migration.ts';

/*
 * What is asked for with every file: the version before one, for which every file ever found was read, and what is due in one
 * state, for which all that waits in any state was read. Two indexes over Tasks go: nothing asks for them since 0002, and each
 * was written to with every Task. The earliest of the open Tasks, for which every one of them was read with each look at the
 * service, and their number are found in one index alone.
 */
export const lookUps: Migration = {
  version: 6,
  name: 'look-ups',
  sql: `
    CREATE INDEX file_versions ON file (folder_id, name_key, id);
    DROP INDEX submission_due;
    CREATE INDEX submission_due ON submission (state, next_at, seq) WHERE state IN ('queued', 'sending', 'unconfirmed');
    DROP INDEX task_status;
    DROP INDEX task_external_id;
    DROP INDEX task_open;
    CREATE INDEX task_open ON task (changed_us, status, mine) WHERE status NOT IN ('completed', 'failed', 'invalid');
  `,
};
