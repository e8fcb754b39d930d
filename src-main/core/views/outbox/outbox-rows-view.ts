import { z } from 'zod';
import type { ProblemSubject } from '../../../contract/problem.ts';
import type { OutboxRow } from '../../../contract/views/outbox.ts';
import { type Ledger, readAll, readOne, readValue } from '../../ledger/db/ledger.ts';
import {
  type MessagePayload,
  type MessageRow,
  messageSchema,
  type SubmissionRow,
  submissionSchema,
} from '../../ledger/tables/outbox-rows.ts';
import { isPerhapsSent } from '../../ledger/tables/perhaps-sent.ts';
import { allowedTaskTypes } from '../../outbox/creates/allowed-task-types.ts';
import { type PauseOf, readPauses } from '../../outbox/lanes.ts';
import { rowProblem } from '../problem-words.ts';

export const outboxRefSchema = z.object({ table: z.enum(['submission', 'message']), id: z.string() });

/** The running create requests, in the form that `sending()` of the outbox returns. */
export type Underway = readonly { submissionId: string; sentBytes: number; totalBytes: number }[];

const fileSchema = z.object({ path: z.string(), size: z.int() });

/** Returns the rows of the outbox that `refs` name, in the form for screens and in the order of `refs`. Unknown rows are left out. */
export function outboxRows(
  ledger: Ledger,
  refs: readonly z.infer<typeof outboxRefSchema>[],
  underway: Underway,
): OutboxRow[] {
  const submission = ledger.db.prepare('SELECT * FROM submission WHERE id = ?');
  const message = ledger.db.prepare('SELECT * FROM message WHERE id = ?');
  const taskName = ledger.db.prepare('SELECT name FROM task WHERE uuid = ?');
  const pauseOf = readPauses(ledger);
  const progress = new Map(progressOf(underway).map(({ id, ...bytes }) => [id, bytes]));
  const files = {
    submission: ledger.db.prepare(
      'SELECT path, size FROM submission_file WHERE submission_id = ? ORDER BY position',
    ),
    message: ledger.db.prepare('SELECT path, size FROM message_file WHERE message_id = ? ORDER BY position'),
  };
  return refs.flatMap(({ table, id }) => {
    const sent = readAll(files[table], fileSchema, id);
    const own =
      table === 'submission'
        ? ofSubmission({ ledger, pauseOf }, readOne(submission, submissionSchema, id))
        : ofMessage(pauseOf, readOne(message, messageSchema, id), sent.length);
    if (own === null) return [];
    const name = own.task_uuid === null ? null : readValue(taskName, z.string(), own.task_uuid);
    return [{ ...own, task_name: name, files: sent, progress: progress.get(id) ?? null }];
  });
}

/** Returns the progress in bytes. A request body is larger than its files, so `sent` is limited to `total`, the size of the files. */
export function progressOf(underway: Underway): { id: string; sent: number; total: number }[] {
  return underway.map(({ submissionId, sentBytes, totalBytes }) => ({
    id: submissionId,
    sent: Math.min(sentBytes, totalBytes),
    total: totalBytes,
  }));
}

/** If the service refused the task type of the row, returns the task types that the service named as allowed; otherwise an empty list. */
export function allowedTypes({ problem_code: code, problem_detail: detail, task_type: type }: SubmissionRow) {
  return code === 'service.task-type' ? allowedTaskTypes(detail ?? '', type) : [];
}

/**
 * Returns the next automatic attempt (ISO 8601): the row's own time, or the end of the pause of its lane if that is later. Null if no
 * attempt is planned.
 */
export function nextAttemptAt(pauseOf: PauseOf, row: SubmissionRow | MessageRow): string | null {
  const { ended_at: ended, state, next_at: own, problem_code: code } = row;
  if (ended !== null || state === 'sending') return null;
  const pause = state === 'queued' ? pauseOf('lane' in row ? row.lane : 'creates') : null;
  // A row with another problem than the pause's waits for something else.
  const isPaused = pause !== null && (code === null || code === pause.code);
  const at = isPaused ? Math.max(own, pause.until) : own;
  return at > 0 ? new Date(at).toISOString() : null;
}

type Own = Omit<OutboxRow, 'files' | 'progress' | 'task_name'>;

function ofSubmission(
  { ledger, pauseOf }: { readonly ledger: Ledger; readonly pauseOf: PauseOf },
  row: SubmissionRow | null,
): Own | null {
  if (row === null) return null;
  return {
    ...common(pauseOf, row, row.folder_id === null ? 'drop' : 'folder'),
    kind: 'submission',
    task_uuid: row.task_uuid,
    task_type: row.task_type,
    folder: row.folder_id,
    allowed_task_types: allowedTypes(row),
    perhaps_sent: row.state !== 'accepted' && isPerhapsSent(ledger, row.id),
    by: null,
  };
}

function ofMessage(pauseOf: PauseOf, row: MessageRow | null, files: number): Own | null {
  if (row === null) return null;
  return {
    ...common(pauseOf, row, row.payload.kind === 'answer' ? 'answer' : 'change'),
    kind: kindOf(row.payload, files),
    task_uuid: row.task_uuid,
    task_type: null,
    folder: null,
    allowed_task_types: [],
    perhaps_sent: false,
    by: row.actor,
  };
}

/** Returns the kind of a message as the outbox shows the message. `files`: the number of files of the message. */
export function kindOf(payload: MessagePayload, files: number) {
  if (payload.kind === 'answer') return payload.data === null && files === 0 ? 'resume' : 'answer';
  return payload.kind === 'cleared' && !payload.cleared ? 'not-cleared' : payload.kind;
}

function common(pauseOf: PauseOf, row: SubmissionRow | MessageRow, subject: ProblemSubject) {
  return {
    id: row.id,
    state: row.state,
    attempts: row.attempts,
    created_at: new Date(row.created_at).toISOString(),
    next_attempt_at: nextAttemptAt(pauseOf, row),
    problem: rowProblem(row, subject),
  };
}
