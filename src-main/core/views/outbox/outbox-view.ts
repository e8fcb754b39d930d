import { z } from 'zod';
import type { ProblemSubject } from '../../../contract/problem.ts';
import { describeForCommandLine, type Problem } from '../../../contract/problem.ts';
import type { OutboxRow } from '../../../contract/views/outbox.ts';
import { organisationProblem } from '../../installation/organisation-guard.ts';
import { type Ledger, readAll } from '../../ledger/db/ledger.ts';
import {
  type MessageRow,
  messageSchema,
  NO_TEST,
  type OutboxState,
  type SentFileRow,
  type SubmissionRow,
  sentFileSchema,
  submissionSchema,
} from '../../ledger/tables/outbox-rows.ts';
import { readPauses } from '../../outbox/lanes.ts';
import { commandLineProblem } from '../problem-words.ts';
import { OPEN_STATES } from './outbox-page-view.ts';
import { allowedTypes, kindOf, nextAttemptAt } from './outbox-rows-view.ts';

/** A submission, an answer or a change in the output of `outbox --json` (docs/architecture.md 12). */
export interface OutboxEntry {
  readonly id: string;
  readonly kind: OutboxRow['kind'];
  /** The external_id of a submission; null for an answer or a change. */
  readonly external_id: string | null;
  readonly state: OutboxState;
  /** The Task that the submission became, or that got the answer or change, or is to get it. */
  readonly task_uuid: string | null;
  readonly task_type: string | null;
  readonly folder: string | null;
  readonly files: readonly Pick<SentFileRow, 'path' | 'size' | 'sha256'>[];
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly problem: ReturnType<typeof describeForCommandLine> | null;
  readonly allowed_task_types: readonly string[];
}

/**
 * Returns the submissions, then the answers and changes, each oldest first and without tests of a task type. If `ids` is not null, returns
 * only the submissions with these ids, also tests.
 */
export function outboxView(ledger: Ledger, ids: readonly string[] | null = null): OutboxEntry[] {
  const where = (column: string) =>
    ids === null ? '' : `WHERE ${column} IN (SELECT value FROM json_each(@ids))`;
  const wanted = ids === null ? {} : { ids: JSON.stringify(ids) };
  const files = filesOf(ledger, 'submission', where('submission_id'), wanted);
  const rows = ledger.prepared(
    `SELECT * FROM submission ${ids === null ? `WHERE ${NO_TEST}` : where('id')} ORDER BY seq`,
  );
  const stopped = organisationProblem(ledger);
  const pauseOf = readPauses(ledger);
  const common = (row: SubmissionRow | MessageRow, subject: ProblemSubject) => ({
    id: row.id,
    state: row.state,
    attempts: row.attempts,
    next_attempt_at: nextAttemptAt(pauseOf, row),
    problem: shownProblem(row, subject, stopped),
  });
  const submissions = readAll(rows, submissionSchema, wanted).map(
    (row): OutboxEntry => ({
      ...common(row, row.folder_id === null ? 'drop' : 'folder'),
      kind: 'submission',
      external_id: row.external_id,
      task_uuid: row.task_uuid,
      task_type: row.task_type,
      folder: row.folder_id,
      files: files.get(row.id) ?? [],
      allowed_task_types: allowedTypes(row),
    }),
  );
  if (ids !== null) return submissions;
  const sent = filesOf(ledger, 'message', '', {});
  const messages = readAll(ledger.prepared('SELECT * FROM message ORDER BY seq'), messageSchema).map(
    (row): OutboxEntry => ({
      ...common(row, row.payload.kind === 'answer' ? 'answer' : 'change'),
      kind: kindOf(row.payload, sent.get(row.id)?.length ?? 0),
      external_id: null,
      task_uuid: row.progress.redirectedTo?.at(-1) ?? row.task_uuid,
      task_type: null,
      folder: null,
      files: sent.get(row.id) ?? [],
      allowed_task_types: [],
    }),
  );
  return [...submissions, ...messages];
}

const fileSchema = sentFileSchema.extend({ owner: z.string() });

function filesOf(ledger: Ledger, table: 'submission' | 'message', where: string, wanted: object) {
  const rows = readAll(
    ledger.prepared(
      `SELECT *, ${table}_id AS owner FROM ${table}_file ${where} ORDER BY ${table}_id, position`,
    ),
    fileSchema,
    wanted,
  );
  const files = Map.groupBy(rows, ({ owner }) => owner);
  return new Map(
    [...files].map(([id, some]) => [id, some.map(({ path, size, sha256 }) => ({ path, size, sha256 }))]),
  );
}

// For an unfinished row, a problem that stops the whole outbox (`stopped`) replaces the problem of the row.
function shownProblem(row: SubmissionRow | MessageRow, subject: ProblemSubject, stopped: Problem | null) {
  if (stopped !== null && OPEN_STATES.has(row.state)) return describeForCommandLine(stopped);
  return commandLineProblem(row, subject);
}
