import type { Migration } from './migration.ts';

/*
 * Indexes over finished rows by state, newest first, so that reading a page does not slow down as the history grows. The indexes are
 * partial, so that SQLite does not choose them for the scheduler's queries about due rows.
 */
export const outboxPages: Migration = {
  version: 3,
  name: 'outbox pages',
  sql: `
    CREATE INDEX submission_ended ON submission (state, seq) WHERE state IN ('accepted', 'rejected', 'withdrawn');
    CREATE INDEX message_ended ON message (state, seq) WHERE state IN ('accepted', 'rejected', 'withdrawn');
  `,
};
