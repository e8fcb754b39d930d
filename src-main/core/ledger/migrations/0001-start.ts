// Each row of the table `file` describes one version of one file. The view `file_account` returns the one state of each version (I1):
// `file.state`, or the state of the submission or message to which the version belongs.
export const start = {
  version: 1,
  name: 'start',
  sql: `
    CREATE TABLE station_state (
      key   TEXT PRIMARY KEY,
      value TEXT NOT NULL CHECK (json_valid(value))
    ) STRICT;

    CREATE TABLE folder (
      id                TEXT PRIMARY KEY,
      path              TEXT NOT NULL,
      first_seen_at     INTEGER NOT NULL,
      backlog           TEXT CHECK (backlog IS NULL OR json_valid(backlog)),
      backlog_listed_at INTEGER,
      paused            INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
      reachable         INTEGER NOT NULL DEFAULT 1 CHECK (reachable IN (0, 1)),
      unreachable_since INTEGER,
      problem_code      TEXT,
      problem_detail    TEXT,
      watching          TEXT NOT NULL DEFAULT 'scan' CHECK (watching IN ('events', 'poll', 'scan')),
      handled_by        TEXT,
      root_identity     TEXT,
      last_scan_at      INTEGER
    ) STRICT;

    CREATE TABLE submission (
      id                TEXT PRIMARY KEY,
      seq               INTEGER NOT NULL UNIQUE,
      origin            TEXT NOT NULL CHECK (origin IN ('folder', 'drop')),
      folder_id         TEXT,
      group_key         TEXT,
      claim_key         TEXT,
      task_type         TEXT NOT NULL,
      request_spec      TEXT NOT NULL CHECK (json_valid(request_spec)),
      name              TEXT,
      callback_template TEXT,
      external_id       TEXT NOT NULL UNIQUE CHECK (length(external_id) BETWEEN 1 AND 1024),
      payload_hash      TEXT NOT NULL,
      state             TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'unconfirmed', 'accepted', 'rejected', 'withdrawn')),
      task_uuid         TEXT,
      attempts          INTEGER NOT NULL DEFAULT 0,
      next_at           INTEGER NOT NULL DEFAULT 0,
      first_sent_at     INTEGER,
      last_sent_at      INTEGER,
      unconfirmed_since INTEGER,
      misses            INTEGER NOT NULL DEFAULT 0,
      failures          INTEGER NOT NULL DEFAULT 0,
      problem_code      TEXT,
      problem_detail    TEXT,
      problem_since     INTEGER,
      created_at        INTEGER NOT NULL,
      ended_at          INTEGER,
      CHECK ((state = 'accepted') = (task_uuid IS NOT NULL)),
      CHECK ((state = 'unconfirmed') = (unconfirmed_since IS NOT NULL)),
      CHECK ((state IN ('accepted', 'rejected', 'withdrawn')) = (ended_at IS NOT NULL))
    ) STRICT;
    CREATE INDEX submission_due ON submission (next_at, seq) WHERE state IN ('queued', 'sending', 'unconfirmed');
    CREATE INDEX submission_payload ON submission (payload_hash);
    CREATE INDEX submission_group ON submission (folder_id, group_key) WHERE group_key IS NOT NULL;
    CREATE INDEX submission_task ON submission (task_uuid) WHERE task_uuid IS NOT NULL;

    CREATE TABLE submission_file (
      submission_id TEXT NOT NULL REFERENCES submission (id),
      position      INTEGER NOT NULL,
      path          TEXT NOT NULL,
      file_name     TEXT NOT NULL,
      media_type    TEXT NOT NULL,
      size          INTEGER NOT NULL,
      sha256        TEXT NOT NULL,
      spool_name    TEXT,
      PRIMARY KEY (submission_id, position)
    ) STRICT;
    CREATE INDEX submission_file_content ON submission_file (sha256);

    CREATE TABLE message (
      seq            INTEGER PRIMARY KEY AUTOINCREMENT,
      id             TEXT NOT NULL UNIQUE,
      lane           TEXT NOT NULL CHECK (lane IN ('answers', 'edits', 'events')),
      task_uuid      TEXT NOT NULL,
      payload        TEXT NOT NULL CHECK (json_valid(payload)),
      state          TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'unconfirmed', 'accepted', 'rejected', 'withdrawn')),
      progress       TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(progress)),
      attempts       INTEGER NOT NULL DEFAULT 0,
      next_at        INTEGER NOT NULL DEFAULT 0,
      first_sent_at  INTEGER,
      failures       INTEGER NOT NULL DEFAULT 0,
      problem_code   TEXT,
      problem_detail TEXT,
      problem_since  INTEGER,
      actor          TEXT NOT NULL,
      created_at     INTEGER NOT NULL,
      ended_at       INTEGER,
      CHECK ((state IN ('accepted', 'rejected', 'withdrawn')) = (ended_at IS NOT NULL))
    ) STRICT;
    CREATE INDEX message_due ON message (next_at, seq) WHERE state IN ('queued', 'sending', 'unconfirmed');
    CREATE INDEX message_task ON message (task_uuid, seq);

    CREATE TABLE message_file (
      message_id TEXT NOT NULL REFERENCES message (id),
      position   INTEGER NOT NULL,
      path       TEXT NOT NULL,
      file_name  TEXT NOT NULL,
      media_type TEXT NOT NULL,
      size       INTEGER NOT NULL,
      sha256     TEXT NOT NULL,
      spool_name TEXT,
      PRIMARY KEY (message_id, position)
    ) STRICT;

    CREATE TABLE file (
      id             INTEGER PRIMARY KEY,
      folder_id      TEXT,
      path           TEXT NOT NULL,
      name_key       TEXT NOT NULL,
      current        INTEGER NOT NULL DEFAULT 1 CHECK (current IN (0, 1)),
      gone           INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
      size           INTEGER NOT NULL,
      mtime_ms       REAL NOT NULL,
      inode          TEXT NOT NULL,
      sha256         TEXT,
      group_key      TEXT,
      state          TEXT NOT NULL CHECK (state IN ('ignored', 'settling', 'held', 'bound', 'duplicate', 'withdrawn')),
      ignored_by     TEXT,
      problem_code   TEXT,
      problem_detail TEXT,
      submission_id  TEXT REFERENCES submission (id),
      message_id     TEXT REFERENCES message (id),
      duplicate_of   TEXT REFERENCES submission (id),
      move_state     TEXT CHECK (move_state IN ('due', 'moved', 'given-up')),
      move_next_at   INTEGER,
      move_attempts  INTEGER NOT NULL DEFAULT 0,
      found_at       INTEGER NOT NULL,
      CHECK ((state = 'bound') = (submission_id IS NOT NULL OR message_id IS NOT NULL)),
      CHECK ((state = 'ignored') = (ignored_by IS NOT NULL)),
      CHECK (state <> 'held' OR problem_code IS NOT NULL)
    ) STRICT;
    CREATE UNIQUE INDEX file_current ON file (folder_id, name_key) WHERE current = 1 AND folder_id IS NOT NULL;
    CREATE INDEX file_group ON file (folder_id, group_key) WHERE group_key IS NOT NULL;
    CREATE INDEX file_open ON file (folder_id, state) WHERE state IN ('settling', 'held');
    CREATE INDEX file_submission ON file (submission_id) WHERE submission_id IS NOT NULL;
    CREATE INDEX file_move ON file (move_next_at) WHERE move_state = 'due';

    CREATE VIEW file_account AS
      SELECT file.*, COALESCE(submission.state, message.state, file.state) AS account
      FROM file
      LEFT JOIN submission ON submission.id = file.submission_id
      LEFT JOIN message ON message.id = file.message_id;

    CREATE TABLE task (
      uuid                 TEXT PRIMARY KEY,
      mine                 INTEGER NOT NULL CHECK (mine IN (0, 1)),
      external_id          TEXT,
      task_type            TEXT NOT NULL,
      status               TEXT NOT NULL,
      name                 TEXT NOT NULL,
      cleared              TEXT,
      created              TEXT NOT NULL,
      latest_status_change TEXT NOT NULL,
      details_due          INTEGER NOT NULL DEFAULT 0 CHECK (details_due IN (0, 1)),
      frozen_to            TEXT,
      seen_at              INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX task_status ON task (status, latest_status_change);
    CREATE INDEX task_created ON task (created);
    CREATE INDEX task_external_id ON task (external_id) WHERE external_id IS NOT NULL;
    CREATE INDEX task_details_due ON task (uuid) WHERE details_due = 1;

    CREATE TABLE task_history (
      id        INTEGER PRIMARY KEY,
      task_uuid TEXT NOT NULL REFERENCES task (uuid),
      status    TEXT NOT NULL,
      since     TEXT NOT NULL,
      seen_at   INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX task_history_task ON task_history (task_uuid, id);

    CREATE TABLE snapshot (
      id        INTEGER PRIMARY KEY,
      task_uuid TEXT NOT NULL REFERENCES task (uuid),
      taken_at  INTEGER NOT NULL,
      status    TEXT NOT NULL,
      payload   TEXT NOT NULL CHECK (json_valid(payload))
    ) STRICT;
    CREATE INDEX snapshot_task ON snapshot (task_uuid, id);

    CREATE TABLE request (
      seq      INTEGER PRIMARY KEY AUTOINCREMENT,
      at       INTEGER NOT NULL,
      actor    TEXT NOT NULL,
      asked    TEXT NOT NULL CHECK (json_valid(asked)),
      outcome  TEXT CHECK (outcome IS NULL OR json_valid(outcome)),
      ended_at INTEGER
    ) STRICT;
    CREATE INDEX request_open ON request (seq) WHERE ended_at IS NULL;

    CREATE TABLE audit (
      seq     INTEGER PRIMARY KEY,
      at      INTEGER NOT NULL,
      actor   TEXT NOT NULL,
      action  TEXT NOT NULL,
      subject TEXT,
      detail  TEXT NOT NULL CHECK (json_valid(detail)),
      hash    TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER audit_is_append_only_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
    CREATE TRIGGER audit_is_append_only_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  `,
};
