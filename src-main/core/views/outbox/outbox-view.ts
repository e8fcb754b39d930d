import { z } from 'zod';
import { describeForCommandLine, type Problem } from '../../../contract/problem.ts';
import { organisationProblem } from '../../installation/organisation-guard.ts';
import { type Ledger, readAll } from '../../ledger/db/ledger.ts';
import {
  NO_TEST,
  type SubmissionRow,
  sentFileSchema,
  submissionSchema,
} from '../../ledger/tables/outbox-rows.ts';
import { readPauses } from '../../outbox/lanes.ts';
import { commandLineProblem } from '../problem-words.ts';
import { OPEN_STATES } from './outbox-page-view.ts';
import { allowedTypes, nextAttemptAt } from './outbox-rows-view.ts';

/** A submission in the output of `outbox --json` (docs/architecture.md 12). */
export type OutboxEntry = ReturnType<typeof outboxView>[number];

const fileOfSubmission = sentFileSchema.extend({ submission_id: z.string() });

/** Returns the submissions with these ids, oldest first; all submissions, without tests of a task type, if `ids` is null. */
export function outboxView(ledger: Ledger, ids: readonly string[] | null = null) {
  const where = (column: string) =>
    ids === null ? '' : `WHERE ${column} IN (SELECT value FROM json_each(@ids))`;
  const wanted = ids === null ? {} : { ids: JSON.stringify(ids) };
  const files = Map.groupBy(
    readAll(
      ledger.prepared(
        `SELECT * FROM submission_file ${where('submission_id')} ORDER BY submission_id, position`,
      ),
      fileOfSubmission,
      wanted,
    ),
    (file) => file.submission_id,
  );
  const rows = ledger.prepared(
    `SELECT * FROM submission ${ids === null ? `WHERE ${NO_TEST}` : where('id')} ORDER BY seq`,
  );
  const stopped = organisationProblem(ledger);
  const pauseOf = readPauses(ledger);
  return readAll(rows, submissionSchema, wanted).map((row) => ({
    id: row.id,
    external_id: row.external_id,
    reference: row.reference,
    state: row.state,
    task_uuid: row.task_uuid,
    task_type: row.task_type,
    folder: row.folder_id,
    files: (files.get(row.id) ?? []).map(({ path, size, sha256 }) => ({ path, size, sha256 })),
    attempts: row.attempts,
    next_attempt_at: nextAttemptAt(pauseOf, row),
    problem: shownProblem(row, stopped),
    allowed_task_types: allowedTypes(row),
  }));
}

// For an unfinished submission, a problem that stops the whole outbox (`stopped`) replaces the problem of the submission.
function shownProblem(row: SubmissionRow, stopped: Problem | null) {
  if (stopped !== null && OPEN_STATES.has(row.state)) return describeForCommandLine(stopped);
  return commandLineProblem(row, row.folder_id === null ? 'drop' : 'folder');
}
