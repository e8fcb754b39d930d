import type { Migration } from './migration.ts';

/** By what a file is known under another name: each new one is looked for among those that were dealt with, or wait. */
export const looks: Migration = {
  version: 10,
  name: 'looks',
  sql: `CREATE INDEX file_look ON file (folder_id, inode, size) WHERE state IN ('held', 'bound', 'duplicate', 'withdrawn');`,
};
