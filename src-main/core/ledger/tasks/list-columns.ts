import { z } from 'zod';
import type { TaskDetails } from '../../service/schemas.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { currentDetails } from './snapshots.ts';
import { readTask } from './task-row.ts';

const fileNameSchema = z.object({ task: z.string(), file_name: z.string() });
const verdictSchema = z.object({ task: z.string(), code: z.string(), approved: z.int() });

/* Lists of Tasks are filtered and searched by the columns of migration 2. Each change of a Task must update the columns of the Task. */

const originSchema = z.object({
  test: z.int(),
  folder_id: z.string().nullable(),
  group_key: z.string().nullable(),
});

/** Updates the folder, journey and search text of a Task, and whether the Task is a test. Call this function in the transaction that changes the Task. */
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
  // An empty name of a cleared Task means that retention removed the content. No search may find the Task by its removed content or
  // journey.
  const purged = task.name === '' && task.cleared !== null;
  const text = purged ? '' : searchTextOf(task.name, task.external_id, journey, names.join('\n'));
  ledger
    .prepared('UPDATE task SET folder_id = ?, journey = ?, search_text = ?, test = ? WHERE uuid = ?')
    .run(folder, purged ? null : journey, text, origin?.test ?? 0, uuid);
}

/** Returns the names of the files that this station sent for each of these Tasks. */
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

/** Returns the verdicts of the current snapshot of each of these Tasks. */
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

/** Stores the verdicts of the Task's current snapshot (I6). Must be called in the transaction that changes the Task. */
export function keepVerdicts(ledger: Ledger, uuid: string): void {
  const task = readTask(ledger, uuid);
  const details = task === null ? null : currentDetails(ledger, task);
  setVerdicts(ledger, uuid, details?.verdicts ?? null);
}

/** Stores `verdicts` as the verdicts of the Task's current snapshot. */
export function setVerdicts(ledger: Ledger, uuid: string, verdicts: TaskDetails['verdicts']): void {
  ledger.prepared('DELETE FROM task_verdict WHERE task_uuid = ?').run(uuid);
  const insert = ledger.prepared(
    'INSERT INTO task_verdict (task_uuid, position, code, approved) VALUES (?, ?, ?, ?)',
  );
  for (const [position, { code, approved }] of (verdicts ?? []).entries()) {
    insert.run(uuid, position, code, approved ? 1 : 0);
  }
}

/* Migration 2 uses the same functions for the search text and journey of a Task. */

const ENDS_IN_ULID = /^(.*?)[-_.:/ ]*[0-7][0-9A-HJKMNP-TV-Z]{25}$/s;

/** Returns text in the form that the search compares: lower case, NFC, and without broken surrogates. */
export function fold(text: string): string {
  return text.toWellFormed().normalize('NFC').toLowerCase();
}

/**
 * Returns the key that the Tasks of one patient's journey share, or null. The key is the group of the files: the key in their names, or the
 * name of their subfolder. Without a group, the key is the part of the external_id before the final ULID, unless this part is the id of a
 * folder rule.
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

/** Returns the text that a search looks through, with one part on each line. */
export function searchTextOf(
  name: string,
  externalId: string | null,
  journey: string | null,
  fileNames: string | null,
): string {
  const parts = [name, externalId, journey, fileNames].filter((part) => part !== null && part !== '');
  return fold(parts.join('\n'));
}
