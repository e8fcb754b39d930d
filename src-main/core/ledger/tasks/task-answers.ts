import { z } from 'zod';
import { problemCodeSchema } from '../../../contract/problem.ts';
import { type Ledger, readAll } from '../db/ledger.ts';
import { outboxStateSchema } from '../db/rows.ts';

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
/** The newest answer to a Task that was not withdrawn; `went_to` is the newer Task it went to, or null. */
export type NewestAnswer = z.infer<typeof answerSchema>;

/** Every message with the Tasks it concerns: the one it was meant for, and those a frozen one led to. */
const CONCERNING = `
  SELECT task_uuid AS task, message.* FROM message
  UNION ALL
  SELECT hop.value AS task, message.* FROM message, json_each(message.progress, '$.redirectedTo') AS hop
  WHERE instr(message.progress, '"redirectedTo"') > 0`;

const WENT_TO = `json_extract(progress, '$.redirectedTo[#-1]')`;

/** The newest answer to each of these Tasks that has one. */
export function newestAnswers(ledger: Ledger, uuids: readonly string[]): Map<string, NewestAnswer> {
  return byTask(
    readAll(
      // With MAX() SQLite takes the other columns from the row that holds the maximum.
      ledger.prepared(
        `SELECT task, MAX(seq) AS seq, id, state, problem_code, created_at, ended_at, ${WENT_TO} AS went_to
         FROM (${CONCERNING})
         WHERE task IN (SELECT value FROM json_each(?)) AND lane = 'answers' AND state <> 'withdrawn'
         GROUP BY task`,
      ),
      answerSchema,
      JSON.stringify(uuids),
    ),
  );
}

const waitingSchema = answerSchema.extend({
  /** When this station learnt that the Task waits (milliseconds of the wall clock); null where it kept no history. */
  waits_since_seen: z.int().nullable(),
});
export type AnsweredWait = z.infer<typeof waitingSchema>;

/** The newest answer to each waiting Task that has one. */
export function answersOfWaiting(ledger: Ledger): AnsweredWait[] {
  return readAll(
    ledger.prepared(
      `SELECT task, MAX(seq) AS seq, id, state, problem_code, created_at, ended_at, ${WENT_TO} AS went_to,
         (SELECT seen_at FROM task_history WHERE task_uuid = task ORDER BY id DESC LIMIT 1) AS waits_since_seen
       FROM (${CONCERNING})
       WHERE task IN (SELECT uuid FROM task WHERE status = 'waiting' AND gone_since IS NULL) AND lane = 'answers' AND state <> 'withdrawn'
       GROUP BY task`,
    ),
    waitingSchema,
  );
}

/** The Task that took the place of each of these, where the service named it when something was sent. */
export function successorsOf(ledger: Ledger, uuids: readonly string[]): Map<string, string> {
  const rows = readAll(
    ledger.prepared(
      `SELECT task, MAX(seq) AS seq, ${WENT_TO} AS went_to FROM (${CONCERNING})
       WHERE task IN (SELECT value FROM json_each(?)) AND ${WENT_TO} IS NOT NULL AND ${WENT_TO} <> task GROUP BY task`,
    ),
    z.object({ task: z.string(), went_to: z.string() }),
    JSON.stringify(uuids),
  );
  return new Map(rows.map((row) => [row.task, row.went_to]));
}

function byTask<T extends { readonly task: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.task, row]));
}
