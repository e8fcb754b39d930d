/** Files of watched folders and files that a person gave (\`folder_id\` NULL), and documents of the organization that others sent. */
export const fileSchema = `
  -- One version of one file. \`missed_since\` (ISO 8601) is the time since which an unsent file is missing. A parcel is the set of files
  -- that were to become one Task, and \`parcel\` is the id of its first row. \`after_move\` says what follows the move of a sent file to the
  -- archive folder: at \`move_next_at\`, Clearfolder checks whether a program wrote into the moved file (\`looked-at\`), or a program did, and
  -- Clearfolder moved the file back (\`returned\`). \`picture_mark\` marks the first pages of a PDF or TIFF (\`grown.ts\`).
  CREATE TABLE file (
    id             INTEGER PRIMARY KEY,
    folder_id      TEXT,
    path           TEXT NOT NULL,
    name_key       TEXT NOT NULL,
    current        INTEGER NOT NULL DEFAULT 1 CHECK (current IN (0, 1)),
    gone           INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    missed_since   TEXT,
    size           INTEGER NOT NULL,
    mtime_ms       REAL NOT NULL,
    ctime_ms       REAL,
    inode          TEXT NOT NULL,
    sha256         TEXT,
    picture_mark   TEXT,
    group_key      TEXT,
    parcel         INTEGER,
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
    after_move     TEXT CHECK (after_move IN ('looked-at', 'returned')),
    found_at       INTEGER NOT NULL,
    CHECK ((state = 'bound') = (submission_id IS NOT NULL OR message_id IS NOT NULL)),
    CHECK ((state = 'ignored') = (ignored_by IS NOT NULL)),
    CHECK (state <> 'held' OR problem_code IS NOT NULL)
  ) STRICT;
  CREATE UNIQUE INDEX file_current ON file (folder_id, name_key) WHERE current = 1 AND folder_id IS NOT NULL;
  CREATE INDEX file_versions ON file (folder_id, name_key, id);
  -- Finds the earlier row of a renamed file by its inode and size.
  CREATE INDEX file_look ON file (folder_id, inode, size) WHERE state IN ('held', 'bound', 'duplicate', 'withdrawn');
  CREATE INDEX file_group ON file (folder_id, group_key) WHERE group_key IS NOT NULL;
  CREATE INDEX file_parcel ON file (parcel) WHERE parcel IS NOT NULL;
  CREATE INDEX file_state ON file (folder_id, state);
  CREATE INDEX file_open ON file (folder_id, state) WHERE state IN ('settling', 'held');
  CREATE INDEX file_given ON file (path) WHERE folder_id IS NULL AND state = 'held';
  CREATE INDEX file_submission ON file (submission_id) WHERE submission_id IS NOT NULL;
  CREATE INDEX file_message ON file (message_id) WHERE message_id IS NOT NULL;
  CREATE INDEX file_duplicate ON file (duplicate_of) WHERE duplicate_of IS NOT NULL;
  CREATE INDEX file_move ON file (move_next_at) WHERE move_state = 'due';
  CREATE INDEX file_after_move ON file (after_move, move_next_at) WHERE after_move IS NOT NULL;

  -- The one state of each version of a file (I1): its own state, or the state of its submission or message.
  CREATE VIEW file_account AS
    SELECT file.*, COALESCE(submission.state, message.state, file.state) AS account
    FROM file
    LEFT JOIN submission ON submission.id = file.submission_id
    LEFT JOIN message ON message.id = file.message_id;

  -- Documents of the organization's Tasks at the service of which the ledger does not know who sent them. A NULL \`sha256\` means that the
  -- service did not give the bytes; only the name can then be compared.
  CREATE TABLE witnessed (
    task_uuid TEXT NOT NULL,
    item_uuid TEXT NOT NULL,
    task_type TEXT NOT NULL,
    name_stem TEXT,
    sha256    TEXT,
    PRIMARY KEY (task_uuid, item_uuid)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX witnessed_content ON witnessed (sha256) WHERE sha256 IS NOT NULL;
  CREATE INDEX witnessed_name ON witnessed (name_stem) WHERE sha256 IS NULL AND name_stem IS NOT NULL;
`;
