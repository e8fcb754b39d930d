import { z } from 'zod';
import { currentDetails } from './current-details.ts';
import { type Ledger, readAll, readOne } from './ledger.ts';
import { journeyOf, searchTextOf } from './task-texts.ts';

/* Keeps what lists of Tasks are filtered and searched by in step with the Task (migration 0002). */

const keySchema = z.object({
  uuid: z.string(),
  status: z.string(),
  name: z.string(),
  cleared: z.string().nullable(),
  external_id: z.string().nullable(),
  latest_status_change: z.string(),
});
const originSchema = z.object({
  id: z.string(),
  folder_id: z.string().nullable(),
  group_key: z.string().nullable(),
});

function keyOf(ledger: Ledger, uuid: string) {
  return readOne(ledger.db.prepare('SELECT * FROM task WHERE uuid = ?'), keySchema, uuid);
}

/** Works out the folder, journey and search text of a Task anew. To be called in the transaction that changed it. */
export function describeTask(ledger: Ledger, uuid: string): void {
  const task = keyOf(ledger, uuid);
  if (task === null) return;
  const { db } = ledger;
  const origin = readOne(
    db.prepare('SELECT id, folder_id, group_key FROM submission WHERE task_uuid = ? ORDER BY seq LIMIT 1'),
    originSchema,
    uuid,
  );
  const names =
    origin === null
      ? []
      : readAll(
          db.prepare('SELECT file_name FROM submission_file WHERE submission_id = ? ORDER BY position'),
          z.object({ file_name: z.string() }),
          origin.id,
        ).map((row) => row.file_name);
  const folder = origin?.folder_id ?? null;
  const journey = journeyOf(origin?.group_key ?? null, folder, task.external_id);
  // Retention blanks the name of a Task cleared long ago: then it is not found by its contents either.
  const purged = task.name === '' && task.cleared !== null;
  const text = purged ? '' : searchTextOf(task.name, task.external_id, journey, names.join('\n'));
  db.prepare('UPDATE task SET folder_id = ?, journey = ?, search_text = ? WHERE uuid = ?').run(
    folder,
    journey,
    text,
    uuid,
  );
}

/** Makes the verdicts of a Task those of its current payload, or none (I6). To be called in the transaction that changed it. */
export function keepVerdicts(ledger: Ledger, uuid: string): void {
  const { db } = ledger;
  const task = keyOf(ledger, uuid);
  const details = task === null ? null : currentDetails(ledger, task);
  db.prepare('DELETE FROM task_verdict WHERE task_uuid = ?').run(uuid);
  const insert = db.prepare(
    'INSERT INTO task_verdict (task_uuid, position, code, approved) VALUES (?, ?, ?, ?)',
  );
  for (const [position, { code, approved }] of (details?.verdicts ?? []).entries()) {
    insert.run(uuid, position, code, approved ? 1 : 0);
  }
}
