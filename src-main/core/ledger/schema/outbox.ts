/** The requests to the service: submissions (creates), messages (answers, edits and events), and milestones. */
export const outboxSchema = `
  -- A submission becomes one Task. \`purpose\` is a hash of the task type and request_spec; NULL if the ledger lacked the Task, which the
  -- list of the service then showed (\`record-behind.ts\`). The service may not give the request_spec, so NULL matches every request_spec.
  -- \`perhaps_sent\` is 1 if an attempt may have made a Task, and the service has not denied that Task. \`test\` is 1 if a person tested a
  -- task type. \`reference\` is the external_id that a person chose for the Task: a create always has an external_id that this station made
  -- (I2), and an edit sets the reference once the Task is confirmed.
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
    reference         TEXT,
    payload_hash      TEXT NOT NULL,
    purpose           TEXT,
    test              INTEGER NOT NULL DEFAULT 0 CHECK (test IN (0, 1)),
    state             TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'unconfirmed', 'accepted', 'rejected', 'withdrawn')),
    task_uuid         TEXT,
    perhaps_sent      INTEGER NOT NULL DEFAULT 0 CHECK (perhaps_sent IN (0, 1)),
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
  CREATE INDEX submission_due ON submission (state, next_at, seq) WHERE state IN ('queued', 'sending', 'unconfirmed');
  -- Partial, so that SQLite does not choose this index for the scheduler's queries for due rows.
  CREATE INDEX submission_ended ON submission (state, seq) WHERE state IN ('accepted', 'rejected', 'withdrawn');
  CREATE INDEX submission_payload ON submission (payload_hash);
  CREATE INDEX submission_purpose ON submission (folder_id, purpose, seq);
  CREATE INDEX submission_group ON submission (folder_id, group_key) WHERE group_key IS NOT NULL;
  CREATE INDEX submission_task ON submission (task_uuid) WHERE task_uuid IS NOT NULL;
  CREATE INDEX submission_test ON submission (id) WHERE test = 1;

  -- The documents of a submission, in order. \`spool_name\` is the private copy; NULL once no request needs the copy.
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

  -- A submission that corrects the Task \`corrects\`. \`what\` describes the change in the words of a person.
  CREATE TABLE correction (
    submission_id TEXT PRIMARY KEY REFERENCES submission (id),
    corrects      TEXT NOT NULL,
    what          TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX correction_corrects ON correction (corrects);

  -- A request about a Task that exists: an answer, an edit, or an event. \`progress\` says which steps of the request were completed.
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
  CREATE INDEX message_ended ON message (state, seq) WHERE state IN ('accepted', 'rejected', 'withdrawn');
  CREATE INDEX message_task ON message (task_uuid, seq);
  CREATE INDEX message_redirected ON message (seq) WHERE instr(progress, '"redirectedTo"') > 0;

  -- The documents of an answer, as \`submission_file\`.
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

  -- An act of this station on a Task, which becomes an entry of the Task's event log at the service. \`next_at\` is the time of the next
  -- attempt; NULL if no attempt follows.
  CREATE TABLE milestone (
    task_uuid TEXT NOT NULL,
    name      TEXT NOT NULL,
    at        INTEGER NOT NULL,
    next_at   INTEGER,
    PRIMARY KEY (task_uuid, name, at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX milestone_due ON milestone (next_at) WHERE next_at IS NOT NULL;
`;
