import type { Migration } from './migration.ts';

/*
 * A page of the audit by any filter costs a walk along an index. The trigger closes what the two before it leave open:
 * INSERT OR REPLACE removes a row without a DELETE, and a row may only ever be put at the end.
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
