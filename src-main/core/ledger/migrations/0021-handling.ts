/*
 * How the staff handle a Task. The service does not know the content of these tables. A row of `task_put_away` keeps a waiting Task off the
 * Waiting screen: until the local day `until`, or for the `reason` for which a person gave the Task up. The row has an effect only while
 * `wait_us` equals `task.changed_us`, so a Task that waits again later is on the Waiting screen again. Comparisons of `task_assignee.name`
 * ignore the case.
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
