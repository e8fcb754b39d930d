import { z } from 'zod';
import type { TaskDetails } from '../../service/schemas.ts';
import { type Ledger, readAll, readColumn, readOne } from '../db/ledger.ts';
import { patientConflicts } from './patients.ts';
import { addReasons } from './reasons.ts';
import { currentDetails } from './snapshots.ts';
import { readTask } from './task-row.ts';

const sentFileSchema = z.object({ task: z.string(), name: z.string(), answered_at: z.int().nullable() });
const verdictSchema = z.object({ task: z.string(), code: z.string(), approved: z.int() });

// Lists of Tasks are filtered and searched by columns of the table `task`. Each change of a Task must update these columns.

const originSchema = z.object({
  test: z.int(),
  folder_id: z.string().nullable(),
  group_key: z.string().nullable(),
});

/**
 * Updates the columns of a Task that lists need: its folder, its journey, its search text, and whether the Task is a test. Must be called
 * in the transaction that changes the Task.
 */
export function describeTask(ledger: Ledger, uuid: string): void {
  const task = readTask(ledger, uuid);
  if (task === null) return;
  const origin = readOne(
    ledger.prepared(
      'SELECT folder_id, group_key, test FROM submission WHERE task_uuid = ? ORDER BY seq LIMIT 1',
    ),
    originSchema,
    uuid,
  );
  const names = (sentFilesOf(ledger, [uuid]).get(uuid) ?? []).map((file) => file.name);
  const folder = origin?.folder_id ?? null;
  const journey = journeyOf(origin?.group_key ?? null, folder, task.external_id);
  // If a cleared Task has an empty name, retention removed its content, and no search may find the Task by that content.
  const purged = task.name === '' && task.cleared !== null;
  const text = purged
    ? ''
    : searchTextOf(task.name, task.external_id, journey, [...names, ...staffWords(ledger, uuid)].join('\n'));
  ledger
    .prepared('UPDATE task SET folder_id = ?, journey = ?, search_text = ?, test = ? WHERE uuid = ?')
    .run(folder, purged ? null : journey, text, origin?.test ?? 0, uuid);
}

/** Returns the person who looks after a Task, and the notes of the staff. */
function staffWords(ledger: Ledger, uuid: string): string[] {
  const words = ledger.prepared(
    `SELECT name FROM task_assignee WHERE task_uuid = @uuid
     UNION ALL SELECT text FROM staff_note WHERE task_uuid = @uuid`,
  );
  return readColumn(words, z.string(), { uuid });
}

/** A file that the service accepted from this station for a Task. `answered_at`: when a person answered with the file; null without answer. */
export type SentFile = Omit<z.infer<typeof sentFileSchema>, 'task'>;

/**
 * Returns, for each Task by its uuid, the files that this station sent for the Task: first the files of submissions, then the files of
 * accepted answers. A redirected answer counts only for the last Task to which the service redirected the answer.
 */
export function sentFilesOf(ledger: Ledger, uuids: readonly string[]): Map<string, SentFile[]> {
  const files = new Map<string, SentFile[]>();
  const rows = readAll(
    ledger.prepared(
      `WITH wanted AS (SELECT value AS task FROM json_each(?))
       SELECT task, file_name AS name, NULL AS answered_at, seq, position FROM wanted
       JOIN submission ON submission.task_uuid = task
       JOIN submission_file ON submission_id = submission.id
       UNION ALL
       SELECT task, file_name, created_at, seq, position FROM wanted
       JOIN message ON message.task_uuid = task AND ${NOT_REDIRECTED}
       JOIN message_file ON message_id = message.id WHERE ${ACCEPTED_ANSWER}
       UNION ALL
       SELECT ${WENT_TO}, file_name, created_at, seq, position FROM message
       JOIN message_file ON message_id = message.id
       WHERE ${REDIRECTED} AND ${ACCEPTED_ANSWER} AND ${WENT_TO} IN (SELECT task FROM wanted)
       ORDER BY answered_at, seq, position`,
    ),
    sentFileSchema,
    JSON.stringify(uuids),
  );
  for (const { task, ...file } of rows) files.set(task, [...(files.get(task) ?? []), file]);
  return files;
}

const REDIRECTED = `instr(progress, '"redirectedTo"') > 0`;
const NOT_REDIRECTED = `instr(progress, '"redirectedTo"') = 0`;
const WENT_TO = `json_extract(progress, '$.redirectedTo[#-1]')`;
const ACCEPTED_ANSWER = `lane = 'answers' AND state = 'accepted'`;

/** Returns, for each Task by its uuid, the verdicts of the current snapshot of the Task. */
export function verdictsKept(
  ledger: Ledger,
  uuids: readonly string[],
): Map<string, { code: string; approved: boolean }[]> {
  const verdicts = new Map<string, { code: string; approved: boolean }[]>();
  const rows = readAll(
    ledger.prepared(
      `SELECT task_uuid AS task, code, approved FROM json_each(?) AS wanted
       JOIN task_verdict ON task_uuid = wanted.value ORDER BY task_uuid, position`,
    ),
    verdictSchema,
    JSON.stringify(uuids),
  );
  for (const { task, code, approved } of rows)
    verdicts.set(task, [...(verdicts.get(task) ?? []), { code, approved: approved === 1 }]);
  return verdicts;
}

/** Copies the verdicts of the current snapshot into `task_verdict` (I6). Must be called in the transaction that changes the Task. */
export function keepVerdicts(ledger: Ledger, uuid: string): void {
  const task = readTask(ledger, uuid);
  const details = task === null ? null : currentDetails(ledger, task);
  setVerdicts(ledger, uuid, details);
}

/**
 * Replaces the stored verdicts and reasons of the Task, and stores whether the documents of the Task disagree about the patient. `details`
 * must be the current snapshot of the Task, or null if the Task has no current snapshot.
 */
export function setVerdicts(ledger: Ledger, uuid: string, details: TaskDetails | null): void {
  // SQLite also deletes the rows of `verdict_reason` that belong to the deleted verdicts (ON DELETE CASCADE).
  ledger.prepared('DELETE FROM task_verdict WHERE task_uuid = ?').run(uuid);
  const isDoubtful = details !== null && patientConflicts(details).length > 0;
  ledger.prepared('UPDATE task SET patient_conflict = ? WHERE uuid = ?').run(isDoubtful ? 1 : 0, uuid);
  const insert = ledger.prepared(
    'INSERT INTO task_verdict (task_uuid, position, code, approved) VALUES (?, ?, ?, ?)',
  );
  for (const [position, verdict] of (details?.verdicts ?? []).entries()) {
    insert.run(uuid, position, verdict.code, verdict.approved ? 1 : 0);
    if (!verdict.approved)
      addReasons(
        ledger,
        uuid,
        position,
        verdict.issues.map((place) => details?.issues[place]),
      );
  }
}

const ENDS_IN_ULID = /^(.*?)[-_.:/ ]*[0-7][0-9A-HJKMNP-TV-Z]{25}$/s;

/** Returns a text in the form in which the search compares texts: in lower case, in NFC, and without lone surrogates. */
export function fold(text: string): string {
  return text.toWellFormed().normalize('NFC').toLowerCase();
}

/**
 * Returns the key that the Tasks of one patient's journey share: the group of the files, or the part of the external_id before the final
 * ULID. Null without a key, or if that part is the id of the folder rule, because all Tasks of the rule share the id.
 */
export function journeyOf(
  groupKey: string | null,
  folderId: string | null,
  externalId: string | null,
): string | null {
  const group = groupKey?.split('/').at(-1) ?? '';
  if (group !== '') return group;
  const before = ENDS_IN_ULID.exec(externalId ?? '')?.[1] ?? '';
  return before === '' || before === folderId ? null : before;
}

/** Returns the search text of a Task: its name, external_id, journey and other words, each on its own line, in the form of `fold`. */
export function searchTextOf(
  name: string,
  externalId: string | null,
  journey: string | null,
  words: string | null,
): string {
  const parts = [name, externalId, journey, words].filter((part) => part !== null && part !== '');
  return fold(parts.join('\n'));
}
