import type { Migration } from './migration.ts';

/**
 * The time since which a file that was never sent has been missing (ISO 8601). Retention removes the name of a file that is missing for
 * long.
 */
export const missed: Migration = {
  version: 7,
  name: 'missed',
  sql: 'ALTER TABLE file ADD COLUMN missed_since TEXT;',
};
