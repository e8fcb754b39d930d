import type { Migration } from './migration.ts';

/** An index by size, time and inode, by which a scan recognizes a known file under a new name. */
export const looks: Migration = {
  version: 10,
  name: 'looks',
  sql: `CREATE INDEX file_look ON file (folder_id, inode, size) WHERE state IN ('held', 'bound', 'duplicate', 'withdrawn');`,
};
