import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { describeProblem, type ProblemOfRow } from '../../contract/problem.ts';
import type { AccountState } from '../../contract/views/common.ts';
import type { FileRowView } from '../../contract/views/outbox.ts';
import { type Ledger, readAll } from '../ledger/db/ledger.ts';
import { accountOf, FILE_STATES_TALLY, keepTally } from '../ledger/tables/counts.ts';
import { FILE_STATES } from '../ledger/tables/files.ts';
import { ENDED, OPEN } from '../ledger/tables/outbox-rows.ts';
import { fileProblem, fileRowSchema, fileRowView, OF_PROBLEM } from './file-row-view.ts';
import { OPEN_STATES, type PageRequest } from './outbox/outbox-page-view.ts';

const rowSchema = fileRowSchema.extend({
  group_key: z.string().nullable(),
  outbox_id: z.string().nullable(),
  task_uuid: z.string().nullable(),
});

export interface FilesPage extends PageRequest<AccountState> {
  readonly folder: string | null;
  /** Whether to list only files that a person added by hand. */
  readonly drops: boolean;
}

/** Whether a file of a folder is a document according to its name and the rule of the folder. */
export type IsDocument = (folder: string, path: string) => boolean;

/** Returns found files, newest first. If a submission or answer contains the file, `state` is the state of that submission or answer. */
export function filesPage(
  ledger: Ledger,
  page: FilesPage,
  isDocument: IsDocument = () => true,
): { count: number; rows: FileRowView[] } {
  return ledger.db.transaction(() => {
    const count = countOf(ledger, page);
    const among = amongOf(ledger, page, count);
    const where = [
      ...(page.drops ? ['file.folder_id IS NULL'] : []),
      ...(page.folder === null ? [] : ['file.folder_id = @folder']),
      ...(page.states.length === 0 ? [] : ['account IN (SELECT value FROM json_each(@states))']),
      ...(among === null ? [] : [`file.id IN (${among})`]),
    ];
    const filter = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
    const parameters = {
      folder: page.folder,
      ...(page.states.length === 0 ? {} : { states: JSON.stringify(page.states) }),
    };
    const rows = readAll(
      ledger.db.prepare(
        `SELECT file.*, COALESCE(file.submission_id, file.message_id) AS outbox_id,
           COALESCE(submission.task_uuid, message.task_uuid) AS task_uuid, ${OF_PROBLEM}
         FROM (SELECT * FROM file_account AS file ${filter} ORDER BY file.id DESC LIMIT @length OFFSET @offset) AS file
         LEFT JOIN submission ON submission.id = file.submission_id
         LEFT JOIN message ON message.id = file.message_id
         ORDER BY file.id DESC`,
      ),
      rowSchema,
      { ...parameters, length: page.length, offset: page.offset },
    );
    return { count, rows: rows.map((row) => viewOf(ledger, row, isDocument)) };
  })();
}

// The maximum number of files that a query finds through an index. For more files, reading all files from the newest file on is faster.
const FEW = 3_000;

// Returns SQL that selects, through an index, the ids that may belong to the page; null if reading all files is faster.
function amongOf(ledger: Ledger, { states, folder, drops }: FilesPage, count: number): string | null {
  if (states.length === 0) return folder !== null || drops ? NEWEST_OF_PLACE : null;
  if (count > FEW || states.includes('accepted')) return null;
  return states.map((state) => ofState(ledger, state)).join(' UNION ALL ');
}

// The index has the files of each state in the order of their ids, so SQLite finds the newest files without a sort.
const NEWEST_OF_PLACE = FILE_STATES.map(
  (state) =>
    `SELECT id FROM (SELECT id FROM main.file WHERE folder_id IS @folder AND state = '${state}'
       ORDER BY id DESC LIMIT @offset + @length)`,
).join(' UNION ALL ');

function ofState(ledger: Ledger, state: AccountState): string {
  const part = OPEN_STATES.has(state) ? OPEN : ENDED;
  const bound = (['submission', 'message'] as const).map(
    (table) =>
      `SELECT file.id FROM (SELECT id FROM ${table} WHERE ${part} AND state = '${state}') AS owner
       CROSS JOIN main.file ON file.${table}_id = owner.id`,
  );
  const own = `SELECT file.id FROM ${keepTally(ledger, FILE_STATES_TALLY)} AS place
    CROSS JOIN main.file ON file.folder_id IS place.folder_id AND file.state = place.state WHERE place.state = '${state}'`;
  return [own, ...bound].join(' UNION ALL ');
}

// Counts the files with `accountOf`, which also counts the totals on the screen. The list therefore agrees with the totals.
function countOf(ledger: Ledger, { folder, drops, states }: FilesPage): number {
  if (drops && folder !== null) return 0;
  const { found, ...account } = accountOf(ledger, drops ? null : (folder ?? undefined));
  return states.length === 0 ? found : [...new Set(states)].reduce((sum, state) => sum + account[state], 0);
}

const taskSchema = z.object({ task_uuid: z.string(), name: z.string() });

function viewOf(ledger: Ledger, row: z.infer<typeof rowSchema>, isDocument: IsDocument): FileRowView {
  const problem = problemOf(row, isDocument);
  return {
    ...fileRowView(row),
    submission: row.outbox_id,
    task_uuid: row.task_uuid,
    problem: problem && describeProblem(problem),
    // Sending reads the file again, because the spool has no copy of an unsent file. A file from a browser page has no path.
    can_be_sent: row.folder_id !== null || (row.duplicate_of !== null && isAbsolute(row.path)),
    answers:
      row.account === 'held' && problem?.code === 'file.late-for-group' ? waitingOfGroup(ledger, row) : [],
  };
}

// A file that waits for a decision and is no document has the problem `file.not-a-document`, so that a person looks at the file first.
function problemOf(row: z.infer<typeof rowSchema>, isDocument: IsDocument): ProblemOfRow | null {
  const problem = fileProblem(row);
  if (problem === null || row.problem_code !== 'file.backlog' || problem.code === 'file.empty')
    return problem;
  return row.folder_id === null || isDocument(row.folder_id, row.path)
    ? problem
    : { ...problem, code: 'file.not-a-document', detail: null };
}

function waitingOfGroup(
  ledger: Ledger,
  { folder_id: folder, group_key: group }: { folder_id: string | null; group_key: string | null },
) {
  return readAll(
    ledger.db.prepare(
      `SELECT DISTINCT task.uuid AS task_uuid, task.name FROM submission JOIN task ON task.uuid = submission.task_uuid
       WHERE submission.folder_id = ? AND submission.group_key = ? AND task.status = 'waiting' AND task.gone_since IS NULL
       ORDER BY submission.seq DESC`,
    ),
    taskSchema,
    folder,
    group,
  );
}
