import type { Migration } from './migration.ts';

/*
 * Indexes for reading a page of the audit by any filter. The trigger closes a gap of the two earlier triggers: INSERT OR REPLACE removes a
 * row without a DELETE, and a new row must always come last.
 */
export const auditPages: Migration = {
  version: 5,
  name: 'audit pages',
  sql: `
    CREATE INDEX audit_action ON audit (action, seq);
    CREATE INDEX audit_actor ON audit (actor, seq);
    CREATE INDEX audit_subject ON audit (subject, seq);
    CREATE INDEX audit_at ON audit (at);
    CREATE TRIGGER audit_is_append_only_insert BEFORE INSERT ON audit
    WHEN NEW.seq IS NOT (SELECT COALESCE(MAX(seq), 0) + 1 FROM audit)
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  `,
};
