/*
 * `twin` has the pairs of Tasks that the service made of one submission. `superfluous` is the Task that a person called superfluous; NULL if
 * the person wants both Tasks, or has not decided yet (`decided_at`).
 */
export const twins = {
  version: 30,
  name: 'twins',
  sql: `
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
  `,
};
