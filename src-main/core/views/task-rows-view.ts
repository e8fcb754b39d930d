import { z } from 'zod';
import { type TaskRowView, taskRowViewSchema } from '../../contract/views/task.ts';
import { zoned } from '../ledger/db/date-time.ts';
import { type Ledger, readAll } from '../ledger/db/ledger.ts';
import { IS_CORRECTED } from '../ledger/tables/corrections.ts';
import { sentFilesOf, verdictsKept } from '../ledger/tasks/list-columns.ts';
import { DETAILS, DETAILS_AS_OF } from '../ledger/tasks/snapshots.ts';
import { type NewestAnswer, newestAnswers } from '../ledger/tasks/task-messages.ts';
import { isoOf } from './tasks-view.ts';

const rowSchema = z.object({
  uuid: z.string(),
  external_id: z.string().nullable(),
  task_type: z.string(),
  status: z.string(),
  name: z.string(),
  created: z.string(),
  latest_status_change: z.string(),
  cleared: z.string().nullable(),
  folder_id: z.string().nullable(),
  journey: z.string().nullable(),
  denied_since: z.int().nullable(),
  gone_since: z.int().nullable(),
  details: taskRowViewSchema.shape.details,
  details_as_of: z.int().nullable(),
  patient_conflict: z.int(),
  corrected: z.int(),
});

/** Returns rows in the order of `uuids`. The query reads no payloads, so that long lists stay fast. */
export function taskRows(ledger: Ledger, uuids: readonly string[]): TaskRowView[] {
  const rows = readAll(
    ledger.db.prepare(
      `SELECT uuid, external_id, task_type, status, name, created, latest_status_change, cleared, folder_id, journey,
         denied_since, gone_since, patient_conflict, ${IS_CORRECTED} AS corrected, ${DETAILS} AS details,
         ${DETAILS_AS_OF} AS details_as_of
       FROM json_each(?) AS wanted JOIN task ON uuid = wanted.value ORDER BY wanted.key`,
    ),
    rowSchema,
    JSON.stringify(uuids),
  );
  const files = sentFilesOf(ledger, uuids);
  const verdicts = verdictsKept(ledger, uuids);
  const answers = newestAnswers(ledger, uuids);
  return rows.map(
    ({ folder_id: folder, denied_since: denied, gone_since: gone, details_as_of: loadedAt, ...row }) => ({
      ...row,
      created: zoned(row.created),
      latest_status_change: zoned(row.latest_status_change),
      cleared: row.cleared && zoned(row.cleared),
      denied_since: isoOf(denied),
      gone_since: isoOf(gone),
      details_as_of: isoOf(loadedAt),
      folder,
      file_names: (files.get(row.uuid) ?? []).map(({ name }) => name),
      verdicts: verdicts.get(row.uuid) ?? [],
      answer: openAnswer(answers.get(row.uuid)),
      patient_conflict: row.patient_conflict === 1,
      corrected: row.corrected === 1,
    }),
  );
}

function openAnswer(answer: NewestAnswer | undefined): TaskRowView['answer'] {
  return answer === undefined || answer.state === 'accepted' ? null : { id: answer.id, state: answer.state };
}
