/** The station itself: its state, its watched folders, and requests of other processes to its engine. */
export const stationSchema = `
  -- Single values of the station, as JSON. The module that owns a key reads and writes the key's value.
  CREATE TABLE station_state (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL CHECK (json_valid(value))
  ) STRICT;

  -- A folder rule with what the last scan found. \`unreadable\` counts the folders and names below that cannot be read (I1).
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
    last_scan_at      INTEGER,
    unreadable        INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- A request to the running engine (\`engine-requests.ts\`), with its outcome.
  CREATE TABLE request (
    seq      INTEGER PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    actor    TEXT NOT NULL,
    asked    TEXT NOT NULL CHECK (json_valid(asked)),
    outcome  TEXT CHECK (outcome IS NULL OR json_valid(outcome)),
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX request_open ON request (seq) WHERE ended_at IS NULL;
`;
