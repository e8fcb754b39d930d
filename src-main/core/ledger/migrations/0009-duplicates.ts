import type { Migration } from './migration.ts';

/** An index over the duplicates of a submission. Without the index, each withdrawn submission reads all duplicates. */
export const duplicates: Migration = {
  version: 9,
  name: 'duplicates',
  sql: 'CREATE INDEX file_duplicate ON file (duplicate_of) WHERE duplicate_of IS NOT NULL;',
};
