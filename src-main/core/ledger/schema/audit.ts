/** The audit of what people and the engine did. */
export const auditSchema = `
  -- Each row is chained to the row before by \`hash\`. Triggers refuse every change of a row. They refuse a new row whose \`seq\` is not the next
  -- number too, because INSERT OR REPLACE would overwrite an old row without running the other two triggers.
  CREATE TABLE audit (
    seq     INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    actor   TEXT NOT NULL,
    action  TEXT NOT NULL,
    subject TEXT,
    detail  TEXT NOT NULL CHECK (json_valid(detail)),
    hash    TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_action ON audit (action, seq);
  CREATE INDEX audit_actor ON audit (actor, seq);
  CREATE INDEX audit_subject ON audit (subject, seq);
  CREATE INDEX audit_at ON audit (at);
  CREATE TRIGGER audit_is_append_only_insert BEFORE INSERT ON audit
  WHEN NEW.seq IS NOT (SELECT COALESCE(MAX(seq), 0) + 1 FROM audit)
  BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  CREATE TRIGGER audit_is_append_only_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  CREATE TRIGGER audit_is_append_only_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
`;
