import type { Migration } from './migration.ts';

/*
 * The time since which the list of all Tasks does not name a Task. The index finds the Tasks that became invalid since midnight, because
 * `invalid` has no date of its own (docs/service.md 2.1).
 */
export const sightings: Migration = {
  version: 14,
  name: 'sightings',
  sql: `
    ALTER TABLE task ADD COLUMN unlisted_since INTEGER;
    CREATE INDEX task_history_invalid ON task_history (seen_at, task_uuid) WHERE status = 'invalid';
  `,
};
