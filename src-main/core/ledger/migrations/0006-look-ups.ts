import type { Migration } from './migration.ts';

/*
 * Indexes for two frequent queries that read far too many rows: the previous version of a file, and the due
 * rows of one state. Two indexes over Tasks are dropped, because no query has used the two indexes since 0002
 * and every written Task updates both. The new index over open Tasks alone gives the earliest open Task and
 * the number of open Tasks.
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
