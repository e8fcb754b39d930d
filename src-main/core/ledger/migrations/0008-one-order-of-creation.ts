import type { Migration } from './migration.ts';

/** Tasks are put in the order of their creation by its instant alone: an index by its text was written to with every Task. */
export const oneOrderOfCreation: Migration = {
  version: 8,
  name: 'one-order-of-creation',
  sql: 'DROP INDEX task_created;',
};
