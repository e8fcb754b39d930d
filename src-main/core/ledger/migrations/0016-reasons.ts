/** Returns the SQL for a field of an issue. The value is NULL if the field is not a text, or is blank (docs/service.md 2.5). */
const field = (name: string) =>
  `CASE WHEN json_type(issue.value, '$.${name}') = 'text' AND trim(json_extract(issue.value, '$.${name}')) <> ''
     THEN json_extract(issue.value, '$.${name}') END`;

const ISSUE = `json_extract(issue.value, '$.key'), ${field('property')}, ${field('medical_record_type')},
  COALESCE(json_extract(issue.value, '$.message'), '')`;

/*
 * These tables let insights count reasons without reading payloads. `verdict_reason` contains the reasons of verdicts that are not
 * approved. Each of its rows belongs to a row of `task_verdict`, and comes from the same payload as that row (I6). `task_wait` contains the
 * issues of each period in which a Task waited. If the service gave no reason or no issue, there is one row, whose `key` is NULL.
 */
export const reasons = {
  version: 16,
  name: 'reasons',
  sql: `
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

    INSERT INTO verdict_reason
      SELECT verdict.task_uuid, verdict.position, COALESCE(place.key, 0), ${ISSUE}
      FROM task_verdict AS verdict
      JOIN snapshot ON snapshot.id = (SELECT MAX(id) FROM snapshot WHERE task_uuid = verdict.task_uuid)
      LEFT JOIN json_each(snapshot.payload, '$.verdicts[' || verdict.position || '].issues') AS place
      LEFT JOIN json_each(snapshot.payload, '$.issues') AS issue ON issue.key = place.value
      WHERE verdict.approved = 0;

    INSERT INTO task_wait
      SELECT snapshot.task_uuid, micros_of(json_extract(snapshot.payload, '$.latest_status_change')), COALESCE(issue.key, 0), ${ISSUE}
      FROM snapshot LEFT JOIN json_each(snapshot.payload, '$.issues') AS issue
      WHERE snapshot.status = 'waiting' AND NOT EXISTS (
        SELECT 1 FROM snapshot AS later WHERE later.task_uuid = snapshot.task_uuid AND later.id > snapshot.id
          AND later.status = 'waiting' AND micros_of(json_extract(later.payload, '$.latest_status_change'))
            = micros_of(json_extract(snapshot.payload, '$.latest_status_change')));
  `,
};
