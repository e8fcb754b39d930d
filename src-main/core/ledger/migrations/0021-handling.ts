/*
 * How the staff handle a Task: our own states, which the service does not have. `task_put_away` keeps a waiting Task out of Waiting, until
 * the local day `until`, or because the Task was given up for a `reason`. The row counts only for the wait that began at `wait_us`
 * (`task.changed_us`), so that a Task that moves comes back by itself. `name` in `task_assignee` ignores the case.
 */
export const handling = {
  version: 21,
  name: 'handling',
  sql: `
    CREATE TABLE staff_note (
      id        TEXT PRIMARY KEY,
      task_uuid TEXT NOT NULL REFERENCES task (uuid),
      at        INTEGER NOT NULL,
      author    TEXT NOT NULL,
      text      TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX staff_note_of_task ON staff_note (task_uuid, at);

    CREATE TABLE task_assignee (
      task_uuid TEXT PRIMARY KEY REFERENCES task (uuid),
      name      TEXT NOT NULL COLLATE NOCASE,
      at        INTEGER NOT NULL,
      author    TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_assignee_name ON task_assignee (name);

    CREATE TABLE task_put_away (
      task_uuid TEXT PRIMARY KEY REFERENCES task (uuid),
      wait_us   INTEGER NOT NULL,
      until     TEXT,
      reason    TEXT,
      at        INTEGER NOT NULL,
      author    TEXT NOT NULL,
      CHECK ((until IS NULL) <> (reason IS NULL))
    ) STRICT, WITHOUT ROWID;
  `,
};
