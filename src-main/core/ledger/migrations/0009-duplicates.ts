import type { Migration } from './migration.ts';

/** What is a duplicate of one submission: whoever takes a hundred of them back would read every duplicate a hundred times. */
export const duplicates: Migration = {
  version: 9,
  name: 'duplicates',
  sql: 'CREATE INDEX file_duplicate ON file (duplicate_of) WHERE duplicate_of IS NOT NULL;',
};
