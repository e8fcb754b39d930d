import { z } from 'zod';
import { describeForCommandLine } from '../../contract/problem.ts';
import { inWords, joined, say, sayProblem } from '../../contract/say.ts';
import { type Ledger, readAll } from '../ledger/db/ledger.ts';
import { fileProblem, fileRowSchema, fileRowView, OF_PROBLEM } from './file-row-view.ts';

const rowSchema = fileRowSchema.extend({ submission_id: z.string().nullable() });

/** Returns found files, oldest first. A null `folder` selects all folders and drops; empty `states` selects all states. */
export function filesView(
  ledger: Ledger,
  filter: { readonly folder: string | null; readonly states: readonly string[] },
) {
  const rows = readAll(
    ledger.db.prepare(
      `SELECT id, folder_id, path, size, account, ignored_by, submission_id, duplicate_of, found_at, problem_code, problem_detail,
         ${OF_PROBLEM}
       FROM file_account AS file
       WHERE (@folder IS NULL OR folder_id = @folder)
         AND (@states = '[]' OR account IN (SELECT value FROM json_each(@states)))
       ORDER BY id`,
    ),
    rowSchema,
    { folder: filter.folder, states: JSON.stringify(filter.states) },
  );
  return rows.map((row) => {
    const problem = fileProblem(row);
    return {
      ...fileRowView(row),
      submission: row.submission_id,
      problem: problem && withWayOut(row, describeForCommandLine(problem)),
    };
  });
}

// A held file that was added by hand leaves the list only through `clearfolder decide`, so the problem must name this command.
function withWayOut(
  { folder_id: folder, account }: z.infer<typeof rowSchema>,
  problem: ReturnType<typeof describeForCommandLine>,
) {
  if (folder !== null || account !== 'held') return problem;
  if (problem.code === 'file.duplicate-withdrawn' || problem.code === 'file.perhaps-sent') return problem;
  const { message, next } = sayProblem(problem, 'command');
  const wayOut = say('documents.removeFileList');
  const said = { message, next: joined([next, wayOut], ' ') };
  return {
    ...problem,
    next: inWords(said.next, 'en'),
    said,
  };
}
