import type { Migration } from './migration.ts';

/** Since when retention has missed a file that was never sent (ISO 8601): once it was missed long enough, its name goes. */
export const missed: Migration = {
  version: 7,
  name: 'missed',
  sql: 'ALTER TABLE file ADD COLUMN missed_since TEXT;',
};
