import type { Migration } from './migration.ts';

/** Tasks are ordered by the instant of their creation. The index over the text of the date slowed every written Task and is dropped. */
export const oneOrderOfCreation: Migration = {
  version: 8,
  name: 'one-order-of-creation',
  sql: 'DROP INDEX task_created;',
};
