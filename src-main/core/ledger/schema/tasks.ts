/** Tasks as the service reported them, what lists and counts read from their payloads, and how the staff handle them. */
export const taskSchema = `
  -- A Task. Lists filter, sort and search by these columns without reading payloads (\`list-columns.ts\`). The columns \`*_us\` have
  -- microseconds since the epoch, because dates sort wrongly as text ("05Z" sorts after "05.100Z").
  -- \`checked_at\`: start of the last request by uuid whose answer shows the Task, because the list alone is no proof that a Task did not
  -- change. \`denied_since\`: the time since which the service denies the Task; \`denials\`: proven denials, for which the service found a
  -- different Task in the same cycle; \`gone_since\`: the time since which the Task counts as gone, and is no longer asked for.
  -- \`unlisted_since\`: the time since which the service's list of all Tasks lacks the Task. \`not_approved\`: 1 if a verdict of the Task is
  -- not approved. \`patient_conflict\`: 1 if the documents disagree about the patient (\`patients.ts\`). \`test\`: 1 if a person tested a task
  -- type. \`text_id\`: the snapshot whose text is in \`task_text\`.
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
    created_us           INTEGER NOT NULL DEFAULT 0,
    changed_us           INTEGER NOT NULL DEFAULT 0,
    cleared_us           INTEGER,
    folder_id            TEXT,
    journey              TEXT,
    search_text          TEXT NOT NULL DEFAULT '',
    test                 INTEGER NOT NULL DEFAULT 0 CHECK (test IN (0, 1)),
    not_approved         INTEGER NOT NULL DEFAULT 0 CHECK (not_approved IN (0, 1)),
    patient_conflict     INTEGER NOT NULL DEFAULT 0 CHECK (patient_conflict IN (0, 1)),
    text_id              INTEGER,
    details_due          INTEGER NOT NULL DEFAULT 0 CHECK (details_due IN (0, 1)),
    frozen_to            TEXT,
    seen_at              INTEGER NOT NULL,
    checked_at           INTEGER NOT NULL DEFAULT 0,
    denied_since         INTEGER,
    denials              INTEGER NOT NULL DEFAULT 0,
    gone_since           INTEGER,
    unlisted_since       INTEGER
  ) STRICT;
  CREATE INDEX task_details_due ON task (uuid) WHERE details_due = 1;
  CREATE INDEX task_by_created ON task (created_us, uuid);
  CREATE INDEX task_by_change ON task (changed_us, uuid);
  CREATE INDEX task_by_cleared ON task (cleared_us, uuid);
  CREATE INDEX task_by_name ON task (name COLLATE NOCASE, uuid);
  CREATE INDEX task_by_external_id ON task (external_id, uuid);
  CREATE INDEX task_by_status ON task (status, changed_us, uuid);
  CREATE INDEX task_by_type ON task (task_type);
  CREATE INDEX task_by_folder ON task (folder_id, created_us, uuid) WHERE folder_id IS NOT NULL;
  CREATE INDEX task_by_journey ON task (journey, created_us, uuid) WHERE journey IS NOT NULL;
  CREATE INDEX task_open ON task (changed_us, status, mine)
    WHERE status NOT IN ('completed', 'failed', 'invalid') AND gone_since IS NULL;
  CREATE INDEX task_checked ON task (checked_at, mine)
    WHERE status NOT IN ('completed', 'failed', 'invalid') AND gone_since IS NULL;
  CREATE INDEX task_to_follow_up ON task (status, not_approved)
    WHERE cleared IS NULL AND status IN ('completed', 'failed', 'invalid') AND test = 0;
  CREATE INDEX task_denied ON task (gone_since, status) WHERE denied_since IS NOT NULL;
  CREATE INDEX task_patient_conflict ON task (uuid) WHERE patient_conflict = 1;
  CREATE INDEX task_test ON task (test) WHERE test = 1;

  -- Each status of a Task that this station saw.
  CREATE TABLE task_history (
    id        INTEGER PRIMARY KEY,
    task_uuid TEXT NOT NULL REFERENCES task (uuid),
    status    TEXT NOT NULL,
    since     TEXT NOT NULL,
    seen_at   INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX task_history_task ON task_history (task_uuid, id);
  -- The status \`invalid\` has no date (docs/service.md 2.1), so the Tasks that became invalid today are found by the time of first sight.
  CREATE INDEX task_history_invalid ON task_history (seen_at, task_uuid) WHERE status = 'invalid';

  -- The details of a Task, as the service sent them.
  CREATE TABLE snapshot (
    id        INTEGER PRIMARY KEY,
    task_uuid TEXT NOT NULL REFERENCES task (uuid),
    taken_at  INTEGER NOT NULL,
    status    TEXT NOT NULL,
    payload   TEXT NOT NULL CHECK (json_valid(payload))
  ) STRICT;
  CREATE INDEX snapshot_task ON snapshot (task_uuid, id);

  -- The verdicts of the newest snapshot. Triggers copy "not approved" to the Task, because an index can have columns of its table only.
  CREATE TABLE task_verdict (
    task_uuid TEXT NOT NULL REFERENCES task (uuid),
    position  INTEGER NOT NULL,
    code      TEXT NOT NULL,
    approved  INTEGER NOT NULL CHECK (approved IN (0, 1)),
    PRIMARY KEY (task_uuid, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX task_verdict_code ON task_verdict (code, approved, task_uuid);
  CREATE INDEX task_verdict_approved ON task_verdict (approved, task_uuid);
  CREATE TRIGGER task_verdict_added AFTER INSERT ON task_verdict WHEN NEW.approved = 0 BEGIN
    UPDATE task SET not_approved = 1 WHERE uuid = NEW.task_uuid AND not_approved = 0;
  END;
  CREATE TRIGGER task_verdict_removed AFTER DELETE ON task_verdict WHEN OLD.approved = 0 BEGIN
    UPDATE task SET not_approved = EXISTS (
      SELECT 1 FROM task_verdict WHERE task_uuid = OLD.task_uuid AND approved = 0) WHERE uuid = OLD.task_uuid;
  END;

  -- The reasons of verdicts that are not approved (I6). If the service gave no reason, there is one row, whose \`key\` is NULL.
  CREATE TABLE verdict_reason (
    task_uuid   TEXT NOT NULL,
    position    INTEGER NOT NULL,
    number      INTEGER NOT NULL,
    key         TEXT,
    property    TEXT,
    record_type TEXT,
    message     TEXT NOT NULL,
    PRIMARY KEY (task_uuid, position, number),
    FOREIGN KEY (task_uuid, position) REFERENCES task_verdict (task_uuid, position) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- The issues of each period in which a Task waited. If the service gave no issue, there is one row, whose \`key\` is NULL.
  CREATE TABLE task_wait (
    task_uuid   TEXT NOT NULL REFERENCES task (uuid),
    since_us    INTEGER NOT NULL,
    number      INTEGER NOT NULL,
    key         TEXT,
    property    TEXT,
    record_type TEXT,
    message     TEXT NOT NULL,
    PRIMARY KEY (task_uuid, since_us, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX task_wait_since ON task_wait (since_us);

  -- Two Tasks that the service made of one submission. \`superfluous\` is the Task that a person called superfluous; NULL if the person
  -- wants both Tasks, or has not decided yet (\`decided_at\`).
  CREATE TABLE twin (
    task_uuid   TEXT PRIMARY KEY,
    of_uuid     TEXT NOT NULL,
    seen_at     INTEGER NOT NULL,
    superfluous TEXT,
    decided_at  INTEGER,
    decided_by  TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX twin_of ON twin (of_uuid);
  CREATE INDEX twin_open ON twin (seen_at) WHERE decided_at IS NULL;

  -- A note of the staff. The service never gets the next three tables.
  CREATE TABLE staff_note (
    id        TEXT PRIMARY KEY,
    task_uuid TEXT NOT NULL REFERENCES task (uuid),
    at        INTEGER NOT NULL,
    author    TEXT NOT NULL,
    text      TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX staff_note_of_task ON staff_note (task_uuid, at);

  -- The person who looks after a Task. Comparisons of names ignore the case.
  CREATE TABLE task_assignee (
    task_uuid TEXT PRIMARY KEY REFERENCES task (uuid),
    name      TEXT NOT NULL COLLATE NOCASE,
    at        INTEGER NOT NULL,
    author    TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX task_assignee_name ON task_assignee (name);

  -- Keeps a waiting Task off the Waiting screen: until the local day \`until\`, or for the \`reason\` for which a person gave the Task up. The
  -- row has an effect only while \`wait_us\` equals \`task.changed_us\`, so a Task that waits again later is on the Waiting screen again.
  CREATE TABLE task_put_away (
    task_uuid TEXT PRIMARY KEY REFERENCES task (uuid),
    wait_us   INTEGER NOT NULL,
    until     TEXT,
    reason    TEXT,
    at        INTEGER NOT NULL,
    author    TEXT NOT NULL,
    CHECK ((until IS NULL) <> (reason IS NULL))
  ) STRICT, WITHOUT ROWID;
`;
