import { z } from 'zod';
import { problemCodeSchema } from '../../../contract/problem.ts';
import { type Ledger, readAll, readColumn } from '../db/ledger.ts';
import { type MessageRow, messageSchema, outboxStateSchema } from '../tables/outbox-rows.ts';

/**
 * Returns all messages to a Task with their file names, in the order of creation. The result includes messages to a frozen Task that the
 * service redirected to this Task (docs/service.md 7, TaskFrozenError).
 */
export function messagesOf(ledger: Ledger, taskUuid: string): (MessageRow & { fileNames: string[] })[] {
  const names = ledger.prepared('SELECT file_name FROM message_file WHERE message_id = ? ORDER BY position');
  return readAll(
    ledger.prepared(
      `SELECT * FROM message WHERE task_uuid = @taskUuid
         OR EXISTS (SELECT 1 FROM json_each(progress, '$.redirectedTo') WHERE value = @taskUuid)
       ORDER BY seq`,
    ),
    messageSchema,
    { taskUuid },
  ).map((message) => ({
    ...message,
    fileNames: readColumn(names, z.string(), message.id),
  }));
}

const answerSchema = z.object({
  task: z.string(),
  seq: z.int(),
  id: z.string(),
  state: outboxStateSchema,
  problem_code: problemCodeSchema.nullable(),
  created_at: z.int(),
  ended_at: z.int().nullable(),
  went_to: z.string().nullable(),
});
/** The newest answer that was not withdrawn. `went_to` is the last Task to which the service redirected the answer, or null. */
export type NewestAnswer = z.infer<typeof answerSchema>;

// SQL that returns one row for each message and each Task that the message concerns. These Tasks are the Task in `task_uuid`, and every
// Task to which the service redirected the message.
const CONCERNING = `
  SELECT task_uuid AS task, message.* FROM message
  UNION ALL
  SELECT hop.value AS task, message.* FROM message, json_each(message.progress, '$.redirectedTo') AS hop
  WHERE instr(message.progress, '"redirectedTo"') > 0`;

const WENT_TO = `json_extract(progress, '$.redirectedTo[#-1]')`;

/** Returns, for each Task by its uuid, the newest answer to the Task. Tasks without an answer are left out. */
export function newestAnswers(ledger: Ledger, uuids: readonly string[]): Map<string, NewestAnswer> {
  const rows = readAll(
    // In a query with MAX(), SQLite takes the other columns from the row with the maximum.
    ledger.prepared(
      `SELECT task, MAX(seq) AS seq, id, state, problem_code, created_at, ended_at, ${WENT_TO} AS went_to
       FROM (${CONCERNING})
       WHERE task IN (SELECT value FROM json_each(?)) AND lane = 'answers' AND state <> 'withdrawn'
       GROUP BY task`,
    ),
    answerSchema,
    JSON.stringify(uuids),
  );
  return new Map(rows.map((row) => [row.task, row]));
}

const waitingSchema = answerSchema.extend({
  /** When this station learned that the Task waits, in milliseconds since the epoch; null if the ledger has no history of the Task. */
  waits_since_seen: z.int().nullable(),
  /** The time of the last proof that the Task waits (`TaskRow.checked_at`). */
  checked_at: z.int(),
});
export type AnsweredWait = z.infer<typeof waitingSchema>;

export function answersOfWaiting(ledger: Ledger): AnsweredWait[] {
  return readAll(
    ledger.prepared(
      `SELECT task, MAX(seq) AS seq, id, state, problem_code, created_at, ended_at, ${WENT_TO} AS went_to,
         (SELECT seen_at FROM task_history WHERE task_uuid = task ORDER BY id DESC LIMIT 1) AS waits_since_seen,
         (SELECT checked_at FROM task WHERE uuid = task) AS checked_at
       FROM (${CONCERNING})
       WHERE task IN (SELECT uuid FROM task WHERE status = 'waiting' AND gone_since IS NULL AND test = 0)
         AND lane = 'answers' AND state <> 'withdrawn'
       GROUP BY task`,
    ),
    waitingSchema,
  );
}

// The newest Task that the service named: the Task that got the message, or the Task that replaced the Task of a refused answer.
const NEWER = `COALESCE(json_extract(progress, '$.replacedBy'), ${WENT_TO})`;

/** Returns, for each Task by its uuid, the newer Task that the service named for the newest message of a frozen Task, if there is one. */
export function successorsOf(ledger: Ledger, uuids: readonly string[]): Map<string, string> {
  const rows = readAll(
    ledger.prepared(
      `SELECT task, MAX(seq) AS seq, ${NEWER} AS went_to FROM (${CONCERNING})
       WHERE task IN (SELECT value FROM json_each(?)) AND ${NEWER} IS NOT NULL AND ${NEWER} <> task GROUP BY task`,
    ),
    z.object({ task: z.string(), went_to: z.string() }),
    JSON.stringify(uuids),
  );
  return new Map(rows.map((row) => [row.task, row.went_to]));
}
