import { start } from './0001-start.ts';
import { reasons } from './0016-reasons.ts';
import { texts } from './0018-texts.ts';
import { claims } from './0020-claims.ts';
import { handling } from './0021-handling.ts';
import { corrections } from './0022-corrections.ts';
import { staffWords } from './0023-staff-words.ts';
import { testsApart } from './0024-tests-apart.ts';
import { answerFiles } from './0025-answer-files.ts';
import { witnessed } from './0027-witnessed.ts';
import { twins } from './0030-twins.ts';

/** A change of the ledger's database schema. A new migration gets the next version number. A released migration never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  start,
  // Lists of Tasks are filtered, sorted and searched by these columns, without reading payloads. The columns `*_us` contain microseconds
  // since the epoch, because dates sort wrongly as text ("05Z" sorts after "05.100Z"). The functions `micros_of`, `journey_of` and
  // `search_text_of` exist only during a migration, so `tasks.ts` and `list-columns.ts` update the columns.
  {
    version: 2,
    name: 'task lists',
    sql: `
    ALTER TABLE task ADD COLUMN created_us INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE task ADD COLUMN changed_us INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE task ADD COLUMN cleared_us INTEGER;
    ALTER TABLE task ADD COLUMN folder_id TEXT;
    ALTER TABLE task ADD COLUMN journey TEXT;
    ALTER TABLE task ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

    UPDATE task SET
      created_us = micros_of(created),
      changed_us = micros_of(latest_status_change),
      cleared_us = micros_of(cleared),
      folder_id = (SELECT folder_id FROM submission WHERE task_uuid = task.uuid ORDER BY seq LIMIT 1),
      journey = journey_of(
        (SELECT group_key FROM submission WHERE task_uuid = task.uuid ORDER BY seq LIMIT 1),
        (SELECT folder_id FROM submission WHERE task_uuid = task.uuid ORDER BY seq LIMIT 1),
        external_id);
    UPDATE task SET search_text = search_text_of(name, external_id, journey,
      (SELECT group_concat(file_name, char(10)) FROM submission_file
       JOIN submission ON submission.id = submission_id WHERE task_uuid = task.uuid))
    WHERE NOT (name = '' AND cleared IS NOT NULL);

    CREATE INDEX task_by_created ON task (created_us, uuid);
    CREATE INDEX task_by_change ON task (changed_us, uuid);
    CREATE INDEX task_by_cleared ON task (cleared_us, uuid);
    CREATE INDEX task_by_name ON task (name COLLATE NOCASE, uuid);
    CREATE INDEX task_by_external_id ON task (external_id, uuid);
    CREATE INDEX task_by_status ON task (status, changed_us, uuid);
    CREATE INDEX task_by_type ON task (task_type);
    CREATE INDEX task_by_folder ON task (folder_id, created_us, uuid) WHERE folder_id IS NOT NULL;
    CREATE INDEX task_by_journey ON task (journey, created_us, uuid) WHERE journey IS NOT NULL;

    CREATE INDEX message_redirected ON message (seq) WHERE instr(progress, '"redirectedTo"') > 0;

    CREATE TABLE task_verdict (
      task_uuid TEXT NOT NULL REFERENCES task (uuid),
      position  INTEGER NOT NULL,
      code      TEXT NOT NULL,
      approved  INTEGER NOT NULL CHECK (approved IN (0, 1)),
      PRIMARY KEY (task_uuid, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX task_verdict_code ON task_verdict (code, approved, task_uuid);
    CREATE INDEX task_verdict_approved ON task_verdict (approved, task_uuid);

    INSERT INTO task_verdict (task_uuid, position, code, approved)
      SELECT task.uuid, verdict.key, json_extract(verdict.value, '$.code'), json_extract(verdict.value, '$.approved')
      FROM task
      JOIN snapshot ON snapshot.id = (SELECT MAX(id) FROM snapshot WHERE task_uuid = task.uuid)
      JOIN json_each(snapshot.payload, '$.verdicts') AS verdict
      WHERE snapshot.status = task.status AND verdict.type = 'object'
        AND micros_of(json_extract(snapshot.payload, '$.latest_status_change')) = task.changed_us;
  `,
  },
  // The outbox shows finished submissions and messages of one state page by page, newest first. The indexes are partial, so that SQLite
  // does not choose them for the scheduler's queries for due rows.
  {
    version: 3,
    name: 'outbox pages',
    sql: `
    CREATE INDEX submission_ended ON submission (state, seq) WHERE state IN ('accepted', 'rejected', 'withdrawn');
    CREATE INDEX message_ended ON message (state, seq) WHERE state IN ('accepted', 'rejected', 'withdrawn');
  `,
  },
  // With these indexes, the Today screen counts files and Tasks without reading the whole history. `not_approved` is 1 if a verdict of the
  // Task is not approved. Triggers copy this fact to the table `task`, because an index can contain only columns of its table.
  {
    version: 4,
    name: 'overview',
    sql: `
    CREATE INDEX file_state ON file (folder_id, state);
    CREATE INDEX file_message ON file (message_id) WHERE message_id IS NOT NULL;
    CREATE INDEX task_open ON task (status, changed_us) WHERE status NOT IN ('completed', 'failed', 'invalid');

    ALTER TABLE task ADD COLUMN not_approved INTEGER NOT NULL DEFAULT 0 CHECK (not_approved IN (0, 1));
    UPDATE task SET not_approved = 1 WHERE uuid IN (SELECT task_uuid FROM task_verdict WHERE approved = 0);
    CREATE TRIGGER task_verdict_added AFTER INSERT ON task_verdict WHEN NEW.approved = 0 BEGIN
      UPDATE task SET not_approved = 1 WHERE uuid = NEW.task_uuid AND not_approved = 0;
    END;
    CREATE TRIGGER task_verdict_removed AFTER DELETE ON task_verdict WHEN OLD.approved = 0 BEGIN
      UPDATE task SET not_approved = EXISTS (
        SELECT 1 FROM task_verdict WHERE task_uuid = OLD.task_uuid AND approved = 0) WHERE uuid = OLD.task_uuid;
    END;
    CREATE INDEX task_to_follow_up ON task (status, not_approved)
      WHERE cleared IS NULL AND status IN ('completed', 'failed', 'invalid');
  `,
  },
  // The indexes speed up the pages of the audit. The trigger refuses a new row whose `seq` is not the next number. Otherwise INSERT OR
  // REPLACE could overwrite an old row, because SQLite then runs neither the UPDATE trigger nor the DELETE trigger of migration 1.
  {
    version: 5,
    name: 'audit pages',
    sql: `
    CREATE INDEX audit_action ON audit (action, seq);
    CREATE INDEX audit_actor ON audit (actor, seq);
    CREATE INDEX audit_subject ON audit (subject, seq);
    CREATE INDEX audit_at ON audit (at);
    CREATE TRIGGER audit_is_append_only_insert BEFORE INSERT ON audit
    WHEN NEW.seq IS NOT (SELECT COALESCE(MAX(seq), 0) + 1 FROM audit)
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  `,
  },
  // `file_versions` finds the previous version of a file, `submission_due` finds the due submissions of one state, and `task_open` finds
  // the open Tasks. No query has used the indexes `task_status` and `task_external_id` since migration 2.
  {
    version: 6,
    name: 'look-ups',
    sql: `
    CREATE INDEX file_versions ON file (folder_id, name_key, id);
    DROP INDEX submission_due;
    CREATE INDEX submission_due ON submission (state, next_at, seq) WHERE state IN ('queued', 'sending', 'unconfirmed');
    DROP INDEX task_status;
    DROP INDEX task_external_id;
    DROP INDEX task_open;
    CREATE INDEX task_open ON task (changed_us, status, mine) WHERE status NOT IN ('completed', 'failed', 'invalid');
  `,
  },
  // `missed_since` (ISO 8601) is the time since which an unsent file is missing. Retention later removes the name of the file.
  {
    version: 7,
    name: 'missed',
    sql: 'ALTER TABLE file ADD COLUMN missed_since TEXT;',
  },
  // No query uses `task_created`, an index over the creation date as text, because lists sort Tasks by `created_us` (migration 2).
  {
    version: 8,
    name: 'one-order-of-creation',
    sql: 'DROP INDEX task_created;',
  },
  // The index finds the duplicates of a submission. Without the index, each withdrawal would search the whole table `file`.
  {
    version: 9,
    name: 'duplicates',
    sql: 'CREATE INDEX file_duplicate ON file (duplicate_of) WHERE duplicate_of IS NOT NULL;',
  },
  // The index finds the earlier row of a renamed file by its inode and size (`withLook` in `files.ts`).
  {
    version: 10,
    name: 'looks',
    sql: `CREATE INDEX file_look ON file (folder_id, inode, size) WHERE state IN ('held', 'bound', 'duplicate', 'withdrawn');`,
  },
  // Documents that were sent with another request_spec are not duplicates, so `payload_hash` now includes request_spec. `purpose` is a hash
  // of the task type and request_spec; NULL if retention had removed request_spec, and NULL matches every request_spec of the task type.
  // `perhaps_sent` is 1 if an attempt may have made a Task, and the service has not denied that Task.
  {
    version: 11,
    name: 'purpose',
    sql: `
    ALTER TABLE submission ADD COLUMN purpose TEXT;
    ALTER TABLE submission ADD COLUMN perhaps_sent INTEGER NOT NULL DEFAULT 0 CHECK (perhaps_sent IN (0, 1));

    UPDATE submission SET purpose = purpose_hash_of(task_type, request_spec)
    WHERE NOT EXISTS (SELECT 1 FROM submission_file WHERE submission_id = submission.id AND path = '(no longer kept)');

    UPDATE submission SET payload_hash = payload_hash_of(task_type, request_spec,
      (SELECT json_group_array(sha256) FROM submission_file WHERE submission_id = submission.id))
    WHERE request_spec <> '{}';

    UPDATE submission SET perhaps_sent = 1
    WHERE (state IN ('rejected', 'withdrawn') AND (
        problem_code IN ('service.conflict', 'service.blocked', 'service.unsaid', 'service.unaccounted')
        OR (problem_code = 'service.too-large' AND problem_detail IS NULL)))
      OR (state = 'queued' AND problem_code IN ('service.unreadable', 'service.answer-too-large'));
  `,
  },
  // A denial is the service's answer that a Task does not exist. `denied_since` is the time since which the service denies the Task.
  // `denials` is the number of proven denials: in the same cycle, the service found a different Task. `gone_since` is the time since which the Task counts as gone. Tracking does not ask the
  // service for gone Tasks, so the index `task_open` now leaves out gone Tasks.
  {
    version: 12,
    name: 'gone tasks',
    sql: `
    ALTER TABLE task ADD COLUMN denied_since INTEGER;
    ALTER TABLE task ADD COLUMN denials INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE task ADD COLUMN gone_since INTEGER;
    CREATE INDEX task_denied ON task (gone_since, status) WHERE denied_since IS NOT NULL;
    DROP INDEX task_open;
    CREATE INDEX task_open ON task (changed_us, status, mine)
      WHERE status NOT IN ('completed', 'failed', 'invalid') AND gone_since IS NULL;
    UPDATE task SET details_due = 1 WHERE uuid IN (
      SELECT substr(key, 20) FROM station_state WHERE key GLOB 'tracking.not-found.*');
    DELETE FROM station_state WHERE key GLOB 'tracking.not-found.*';
  `,
  },
  // Since this migration, the ledger stores the organization of its api_secret before the first create. `organisation.unproven` marks an
  // older ledger with a create of unknown outcome, because the organization of that create is not recorded (I12).
  {
    version: 13,
    name: 'organisation',
    sql: `
    INSERT INTO station_state (key, value)
      SELECT 'organisation.unproven', 'true'
      WHERE EXISTS (SELECT 1 FROM submission
        WHERE attempts > 0 AND (state IN ('sending', 'unconfirmed') OR perhaps_sent = 1));
  `,
  },
  // `unlisted_since` is the time since which the service's list of all Tasks lacks the Task. The index finds the Tasks that became invalid
  // since midnight. The status `invalid` has no date (docs/service.md 2.1), so the index uses the time of first sight.
  {
    version: 14,
    name: 'sightings',
    sql: `
    ALTER TABLE task ADD COLUMN unlisted_since INTEGER;
    CREATE INDEX task_history_invalid ON task_history (seen_at, task_uuid) WHERE status = 'invalid';
  `,
  },
  // A parcel is the set of files that were to become one Task, and `parcel` is the id of its first row. Duplicates of one submission become
  // one parcel if they have the same group in a folder, or if they were dropped at the same time and their number equals the number of the
  // submission's documents. Any other file is a parcel by itself, so that no Task contains documents of two patients.
  {
    version: 15,
    name: 'parcels',
    sql: `
    ALTER TABLE file ADD COLUMN parcel INTEGER;

    UPDATE file SET parcel = id WHERE duplicate_of IS NOT NULL AND state IN ('duplicate', 'held');
    UPDATE file SET parcel = (SELECT MIN(other.id) FROM file AS other
      WHERE other.duplicate_of = file.duplicate_of AND other.state IN ('duplicate', 'held')
        AND other.folder_id = file.folder_id AND other.group_key = file.group_key AND other.current = 1)
    WHERE parcel IS NOT NULL AND current = 1 AND folder_id IS NOT NULL AND group_key IS NOT NULL;
    UPDATE file SET parcel = (SELECT CASE
        WHEN COUNT(*) = (SELECT COUNT(*) FROM submission_file WHERE submission_id = file.duplicate_of) THEN MIN(other.id)
        ELSE file.id END
      FROM file AS other
      WHERE other.duplicate_of = file.duplicate_of AND other.folder_id IS NULL AND other.found_at = file.found_at
        AND other.state IN ('duplicate', 'held'))
    WHERE parcel IS NOT NULL AND folder_id IS NULL;

    CREATE INDEX file_parcel ON file (parcel) WHERE parcel IS NOT NULL;
    CREATE INDEX file_given ON file (path) WHERE folder_id IS NULL AND state = 'held';
  `,
  },
  reasons,
  // `test` is 1 for a submission by which a person tested a task type, and for its Task. The UPDATE statements find older tests by the
  // fixed names that older versions gave to such a submission and its only file.
  {
    version: 17,
    name: 'tests',
    sql: `
    ALTER TABLE submission ADD COLUMN test INTEGER NOT NULL DEFAULT 0 CHECK (test IN (0, 1));
    ALTER TABLE task ADD COLUMN test INTEGER NOT NULL DEFAULT 0 CHECK (test IN (0, 1));

    UPDATE submission SET test = 1 WHERE origin = 'drop' AND name = 'Clearfolder test'
      AND (SELECT group_concat(file_name) FROM submission_file WHERE submission_id = submission.id) = 'clearfolder-test.txt';
    UPDATE task SET test = 1 WHERE uuid IN (SELECT task_uuid FROM submission WHERE test = 1);

    DROP INDEX task_to_follow_up;
    CREATE INDEX task_to_follow_up ON task (status, not_approved)
      WHERE cleared IS NULL AND status IN ('completed', 'failed', 'invalid') AND test = 0;
  `,
  },
  texts,
  // A milestone is an act of this station on a Task, and becomes an entry in the Task's event log at the service. `next_at` is the time of
  // the next attempt to send the milestone; NULL if no attempt follows.
  {
    version: 19,
    name: 'milestones',
    sql: `
    CREATE TABLE milestone (
      task_uuid TEXT NOT NULL,
      name      TEXT NOT NULL,
      at        INTEGER NOT NULL,
      next_at   INTEGER,
      PRIMARY KEY (task_uuid, name, at)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX milestone_due ON milestone (next_at) WHERE next_at IS NOT NULL;
  `,
  },
  claims,
  handling,
  corrections,
  staffWords,
  testsApart,
  answerFiles,
  {
    version: 26,
    name: 'unreadable files',
    sql: 'ALTER TABLE folder ADD COLUMN unreadable INTEGER NOT NULL DEFAULT 0;',
  },
  witnessed,
  {
    version: 28,
    name: 'change times',
    sql: 'ALTER TABLE file ADD COLUMN ctime_ms REAL;',
  },
  {
    version: 29,
    name: 'picture marks',
    sql: 'ALTER TABLE file ADD COLUMN picture_mark TEXT;',
  },
  twins,
  // The external_id that a person chose for the Task. A create always has an external_id that this station made (I2), and an edit sets the
  // chosen external_id once the Task is confirmed.
  {
    version: 31,
    name: 'chosen references',
    sql: `
    ALTER TABLE submission ADD COLUMN reference TEXT;
    UPDATE submission SET reference = external_id, external_id = id
      WHERE origin = 'drop' AND external_id <> id AND attempts = 0 AND state IN ('queued', 'rejected');
    UPDATE submission SET problem_code = 'service.conflict' WHERE problem_code = 'service.reference-taken';
  `,
  },
  // `checked_at` is the start of the last request by uuid whose answer shows the Task, in milliseconds since the epoch. The list alone is no
  // proof that a Task did not change.
  {
    version: 32,
    name: 'proofs',
    sql: `
    ALTER TABLE task ADD COLUMN checked_at INTEGER NOT NULL DEFAULT 0;
    UPDATE task SET checked_at = seen_at;
    CREATE INDEX task_checked ON task (checked_at, mine)
      WHERE status NOT IN ('completed', 'failed', 'invalid') AND gone_since IS NULL;
  `,
  },
  {
    version: 33,
    name: 'submissions by purpose',
    sql: 'CREATE INDEX submission_purpose ON submission (folder_id, purpose, seq);',
  },
  // Tasks of other external_ids are no longer compared with a submission. A person still decides about the submissions that waited for that.
  {
    version: 34,
    name: 'no likeness',
    sql: `
    UPDATE submission SET problem_code = 'service.unaccounted', problem_detail = NULL
      WHERE problem_code = 'service.perhaps-there';
    DELETE FROM station_state WHERE key GLOB 'outbox.judged.*';
  `,
  },
  // What follows the move of a sent file to the archive folder. `looked-at`: at the time `move_next_at`, Clearfolder checks whether a program
  // wrote into the moved file. `returned`: a program did, and Clearfolder moved the file back.
  {
    version: 35,
    name: 'written after the move',
    sql: `
    ALTER TABLE file ADD COLUMN after_move TEXT CHECK (after_move IN ('looked-at', 'returned'));
    CREATE INDEX file_after_move ON file (after_move, move_next_at) WHERE after_move IS NOT NULL;
  `,
  },
];
