import { z } from 'zod';
import type { TaskDetails } from '../../service/schemas.ts';
import { type Ledger, readAll, readColumn, readOne } from '../db/ledger.ts';
import { patientConflicts } from './patients.ts';
import { addReasons } from './reasons.ts';
import { currentDetails } from './snapshots.ts';
import { readTask } from './task-row.ts';

const fileNameSchema = z.object({ task: z.string(), file_name: z.string() });
const verdictSchema = z.object({ task: z.string(), code: z.string(), approved: z.int() });

// Lists of Tasks are filtered and searched by the columns of migration 2. Each change of a Task must update these columns.

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
  const names = fileNamesOf(ledger, [uuid]).get(uuid) ?? [];
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

/** Returns, for each Task by its uuid, the names of the files that this station sent for the Task. */
export function fileNamesOf(ledger: Ledger, uuids: readonly string[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const rows = readAll(
    ledger.prepared(
      `SELECT submission.task_uuid AS task, file_name FROM json_each(?) AS wanted
       JOIN submission ON submission.task_uuid = wanted.value
       JOIN submission_file ON submission_id = submission.id
       ORDER BY submission.seq, position`,
    ),
    fileNameSchema,
    JSON.stringify(uuids),
  );
  for (const { task, file_name: name } of rows) names.set(task, [...(names.get(task) ?? []), name]);
  return names;
}

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

/* Migration 2 also uses `journeyOf` and `searchTextOf`. */

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
