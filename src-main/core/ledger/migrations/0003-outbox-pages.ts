import type { Migration } from './migration.ts';

/*
 * Newest first, by state, of what has ended: a page costs a walk along an index, however long the history. Partial, so
 * that the scheduler's questions about what is due cannot be answered by them instead of by their own.
 */
export const outboxPages: Migration = {
  version: 3,
  name: 'outbox pages',
  sql: `
    CREATE INDEX submission_ended ON submission (state, seq) WHERE state IN ('accepted', 'rejected', 'withdrawn');
    CREATE INDEX message_ended ON message (state, seq) WHERE state IN ('accepted', 'rejected', 'withdrawn');
  `,
};
