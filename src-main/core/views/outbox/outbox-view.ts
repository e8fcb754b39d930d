import { z } from 'zod';
import { describeForCommandLine, type Problem, type ProblemCode } from '../../../contract/problem.ts';
import { organisationProblem } from '../../installation/organisation-guard.ts';
import { type Ledger, readAll } from '../../ledger/db/ledger.ts';
import {
  type OutboxState,
  type SubmissionRow,
  sentFileSchema,
  submissionSchema,
} from '../../ledger/tables/outbox-rows.ts';
import { OPEN_STATES } from './outbox-page-view.ts';
import { allowedTypes, nextAttemptAt } from './outbox-rows-view.ts';

/** A submission in the form that `outbox --json` prints (docs/architecture.md 12). */
export interface OutboxEntry {
  readonly id: string;
  readonly external_id: string;
  readonly state: OutboxState;
  readonly task_uuid: string | null;
  readonly task_type: string;
  readonly folder: string | null;
  readonly files: readonly { path: string; size: number; sha256: string }[];
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly problem: { code: ProblemCode; message: string; next: string } | null;
  readonly allowed_task_types: readonly string[];
}

const fileOfSubmission = sentFileSchema.extend({ submission_id: z.string() });

/** Returns submissions, oldest first. A null `ids` selects every submission. */
export function outboxView(ledger: Ledger, ids: readonly string[] | null = null): OutboxEntry[] {
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
  const rows = ledger.prepared(`SELECT * FROM submission ${where('id')} ORDER BY seq`);
  const stopped = organisationProblem(ledger);
  return readAll(rows, submissionSchema, wanted).map((row) => ({
    id: row.id,
    external_id: row.external_id,
    state: row.state,
    task_uuid: row.task_uuid,
    task_type: row.task_type,
    folder: row.folder_id,
    files: (files.get(row.id) ?? []).map(({ path, size, sha256 }) => ({ path, size, sha256 })),
    attempts: row.attempts,
    next_attempt_at: nextAttemptAt(row),
    problem: problemOf(row, stopped),
    allowed_task_types: allowedTypes(row),
  }));
}

/** Returns the problem of a submission. If a problem stops the whole outbox, unfinished submissions have that problem. */
function problemOf(row: SubmissionRow, stopped: Problem | null): OutboxEntry['problem'] {
  if (stopped !== null && OPEN_STATES.has(row.state)) return describeForCommandLine(stopped);
  if (row.problem_code === null) return null;
  return describeForCommandLine({
    code: row.problem_code,
    detail: row.problem_detail,
    subject: row.folder_id === null ? 'drop' : 'folder',
  });
}
