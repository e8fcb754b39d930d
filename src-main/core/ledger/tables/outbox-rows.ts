import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../../contract/problem.ts';
import { outboxStateSchema } from '../../../contract/views/common.ts';
import { dueSql, LONGEST_UNDO_MS } from '../../due.ts';
import {
  jsonColumn,
  jsonObject,
  type Ledger,
  readAll,
  readColumn,
  readNumber,
  readOne,
  readValue,
} from '../db/ledger.ts';

export { outboxStateSchema };
export const OUTBOX_STATES = outboxStateSchema.options;
export type OutboxState = z.infer<typeof outboxStateSchema>;

export const sentFileSchema = z.object({
  position: z.int(),
  path: z.string(),
  file_name: z.string(),
  media_type: z.string(),
  size: z.int(),
  sha256: z.string(),
  spool_name: z.string().nullable(),
});
export type SentFileRow = z.infer<typeof sentFileSchema>;

export const submissionSchema = z.object({
  id: z.string(),
  seq: z.int(),
  origin: z.enum(['folder', 'drop']),
  folder_id: z.string().nullable(),
  group_key: z.string().nullable(),
  claim_key: z.string().nullable(),
  task_type: z.string(),
  request_spec: jsonColumn(jsonObject),
  name: z.string().nullable(),
  callback_template: z.string().nullable(),
  external_id: z.string(),
  /** The external_id that a person chose for the Task. An edit sets it once the Task is confirmed. Null: nobody chose one. */
  reference: z.string().nullable(),
  payload_hash: z.string(),
  /** The hash of the task type and request_spec (`purposeHash`). Null for a Task that the ledger lacked (`addFoundSubmission`). */
  purpose: z.string().nullable(),
  /** 1 if an attempt may have made a Task, and the service has not said that the Task does not exist (I2). */
  perhaps_sent: z.int(),
  state: outboxStateSchema,
  task_uuid: z.string().nullable(),
  attempts: z.int(),
  next_at: z.int(),
  first_sent_at: z.int().nullable(),
  last_sent_at: z.int().nullable(),
  unconfirmed_since: z.int().nullable(),
  misses: z.int(),
  /**
   * The number of consecutive failed attempts and look-ups. The wait before the next attempt grows with this number. An attempt that was
   * stopped because the outbox paused does not count.
   */
  failures: z.int(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
  /** The time of the first problem since the last success. */
  problem_since: z.int().nullable(),
  created_at: z.int(),
  ended_at: z.int().nullable(),
});
export type SubmissionRow = z.infer<typeof submissionSchema>;

/** The content of a message to a Task (docs/architecture.md 5). */
export const messagePayloadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), data: jsonObject.nullable() }),
  z.object({ kind: z.literal('name'), name: z.string() }),
  z.object({ kind: z.literal('cleared'), cleared: z.boolean() }),
  z.object({ kind: z.literal('external-id'), externalId: z.string() }),
  z.object({ kind: z.literal('event'), event: z.string(), extraData: jsonObject }),
]);
export type MessagePayload = z.infer<typeof messagePayloadSchema>;

export const LANES = ['answers', 'edits', 'events'] as const;
export type MessageLane = (typeof LANES)[number];

/** The documents of an answer that the Task already had. `files` is empty if only the number of these documents is known. */
export const alreadyThereSchema = z.object({ count: z.int(), files: z.array(z.string()) });
export type AlreadyThere = z.infer<typeof alreadyThereSchema>;

export const messageProgressSchema = z.object({
  /** The uuid of the data item in which the service stored the data of the answer. */
  dataItemUuid: z.string().optional(),
  /** Whether the outcome of an earlier attempt is unknown. That attempt succeeded if the Task contains the content of the message. */
  outcomeUnknown: z.boolean().optional(),
  /** The uuids of the Tasks to which the service redirected the message, because earlier Tasks were frozen; oldest first. */
  redirectedTo: z.array(z.string()).optional(),
  /** The uuid of the Task that replaced the Task of the answer after that Task had a part of the answer. Nothing went to the newer Task. */
  replacedBy: z.string().optional(),
  /**
   * The uuids of the items that the Task had when the answer was added, or, if the ledger had no details of the Task, before the first
   * attempt. Any other input item arrived later.
   */
  knownItems: z.array(z.string()).optional(),
  /** Whether the service has accepted the files of the answer. If true, only the data of the answer remains to be sent. */
  filesSent: z.boolean().optional(),
  alreadyThere: alreadyThereSchema.optional(),
  /** Whether the service accepted an update but did not store its data. If true, the answer's files are sent before the data. */
  dataNotKept: z.boolean().optional(),
  /** Whether the service accepted an update that should resume the Task, but the Task continued to wait. */
  notResumed: z.boolean().optional(),
  /** For an edit: the property and its value before the first attempt, such as `cleared false`. Missing if the ledger lacks the Task. */
  before: z.string().optional(),
  /** For an edit: the Task's status before the first attempt. For an answer: the status before the first request that resumes the Task. */
  stood: z.object({ status: z.string(), latest_status_change: z.string() }).optional(),
  /**
   * The time, in milliseconds since the epoch, since which the answer is held back, because the status of the Task is not `waiting` or no
   * proof shows yet that the files of the answer arrived.
   */
  notWaitingSince: z.number().optional(),
});

export type MessageProgress = z.infer<typeof messageProgressSchema>;

export const messageSchema = z.object({
  seq: z.int(),
  id: z.string(),
  lane: z.enum(LANES),
  task_uuid: z.string(),
  payload: jsonColumn(messagePayloadSchema),
  state: outboxStateSchema,
  progress: jsonColumn(messageProgressSchema),
  attempts: z.int(),
  next_at: z.int(),
  first_sent_at: z.int().nullable(),
  failures: z.int(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
  problem_since: z.int().nullable(),
  actor: z.string(),
  created_at: z.int(),
  ended_at: z.int().nullable(),
});
export type MessageRow = z.infer<typeof messageSchema>;

/** The time of the next attempt of an unfinished row, the number of its failures, and the problem that the row shows until the attempt. */
export interface NextTry {
  readonly nextAt: number;
  readonly failures: number;
  readonly problem: Problem | null;
}

/** SQL conditions for unfinished and for finished rows. SQLite uses a partial index only if the query repeats the index's condition. */
export const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;
export const ENDED = `state IN ('accepted', 'rejected', 'withdrawn')`;

/** SQL condition: the row of the outbox is no test of a task type (`NewSubmission.test`). No list and no count for people has a test. */
export const NO_TEST = 'id NOT IN (SELECT id FROM submission WHERE test = 1)';

/** SQL condition: the last request did not arrive, because the service could not be reached. */
const NEVER_ARRIVED = `(problem_code = 'service.unreachable' OR problem_code GLOB 'network.*')`;

/**
 * SQL assignments that store the problem of `problemColumns`. `problem_since` keeps the time of the first problem, but no time after `@now`:
 * the wall clock was set back then, and a lasting problem would be reported too late.
 */
export const SET_PROBLEM = `problem_code = @code, problem_detail = @detail,
  problem_since = CASE WHEN @code IS NULL THEN NULL ELSE MIN(COALESCE(problem_since, @now), @now) END`;

export function problemColumns(problem: Problem | null) {
  return { code: problem?.code ?? null, detail: problem?.detail ?? null };
}

export type ProblemColumns = Pick<SubmissionRow, 'problem_code' | 'problem_detail'>;

export function problemOf({ problem_code: code, problem_detail: detail }: ProblemColumns): Problem | null {
  return code === null ? null : { code, detail };
}

interface Differences {
  readonly setOnReopen: string;
  readonly setOnFault: string;
  /** SQL assignments for a row that was in *sending* when the previous run of the program ended. */
  readonly setOnInterrupt: string;
}

export function outboxTable<Row>(
  ledger: Ledger,
  table: 'submission' | 'message',
  schema: z.ZodType<Row>,
  { setOnReopen, setOnFault, setOnInterrupt }: Differences,
) {
  const ids = (sql: string) => readColumn(ledger.prepared(sql), z.string());
  const run = (sql: string, values: object) => ledger.prepared(sql).run(values).changes;

  return {
    /** Runs an UPDATE of one row. Returns false if the state of the row does not allow the change. */
    change: (sql: string, values: object) => run(sql, values) === 1,
    count: (sql: string, ...values: unknown[]) => readNumber(ledger.prepared(sql), ...values),
    rows: {
      get: (id: string): Row | null =>
        readOne(ledger.prepared(`SELECT * FROM ${table} WHERE id = ?`), schema, id),
      files: (id: string): SentFileRow[] =>
        readAll(
          ledger.prepared(`SELECT * FROM ${table}_file WHERE ${table}_id = ? ORDER BY position`),
          sentFileSchema,
          id,
        ),
      openIds: () => ids(`SELECT id FROM ${table} INDEXED BY ${table}_due WHERE ${OPEN} ORDER BY seq`),
      rejectedIds: () => ids(`SELECT id FROM ${table} WHERE state = 'rejected' AND ${NO_TEST} ORDER BY seq`),
      anyOpen: () => ledger.prepared(`SELECT 1 FROM ${table} WHERE ${OPEN} LIMIT 1`).get() !== undefined,
      spoolNames: (id: string): string[] =>
        readColumn(
          ledger.prepared(
            `SELECT DISTINCT spool_name FROM ${table}_file WHERE ${table}_id = ? AND spool_name IS NOT NULL`,
          ),
          z.string(),
          id,
        ),
      forgetSpool: (id: string): void =>
        void run(`UPDATE ${table}_file SET spool_name = NULL WHERE ${table}_id = @id`, { id }),
      /** Makes each queued row due now whose last request could not reach the service. Returns the number of rows that became due. */
      bringForward: (now: number) =>
        run(
          `UPDATE ${table} SET next_at = @now
           WHERE ${OPEN} AND state = 'queued' AND ${NEVER_ARRIVED} AND next_at > @now`,
          { now },
        ),
      /**
       * Changes a row from the state `from` to `state` at a person's request. The row becomes due, and its number of failures becomes 0. A
       * submission that stays unconfirmed keeps its problem.
       */
      reopen: (
        id: string,
        from: 'queued' | 'unconfirmed' | 'rejected',
        state: 'queued' | 'unconfirmed',
        now: number,
      ) =>
        run(
          `UPDATE ${table} SET state = @state, next_at = @now, failures = 0, ended_at = NULL, ${setOnReopen}
           WHERE id = @id AND state = @from`,
          { id, from, state, now },
        ) === 1,
      /** Records an exception as `problem`, and plans the next attempt for the time `at`. A row in *sending* becomes unconfirmed. */
      fault: (id: string, problem: Problem, at: number, now: number): void =>
        void run(
          `UPDATE ${table} SET next_at = @nextAt, failures = failures + 1, ${setOnFault},
             state = CASE state WHEN 'sending' THEN 'unconfirmed' ELSE state END
           WHERE id = @id AND ${OPEN}`,
          { id, nextAt: at, now, ...problemColumns(problem) },
        ),
      /**
       * After a restart, makes rows in *sending* unconfirmed (I2), and ends the waits that are longer than `longestMs` (`isDue`). A row keeps
       * the time in which a person can take the row back.
       */
      recover: (now: number, longestMs: number): void => {
        run(
          `UPDATE ${table} SET state = 'unconfirmed', next_at = @now, ${setOnInterrupt},
             problem_code = 'service.no-answer', problem_detail = NULL, problem_since = COALESCE(problem_since, @now)
           WHERE ${OPEN} AND state = 'sending'`,
          { now },
        );
        run(
          `UPDATE ${table} SET next_at = @now + MIN(@undo, MAX(0, next_at - created_at))
           WHERE ${OPEN} AND next_at > @now AND ${dueSql('next_at')}`,
          { now, longest: longestMs, undo: LONGEST_UNDO_MS },
        );
      },
    },
  };
}

/**
 * Makes a queued submission or message wait at least until the time `until`. Returns the time until which the row would wait otherwise;
 * null if no such row is queued.
 */
export function postponeQueued(ledger: Ledger, id: string, until: number): number | null {
  let due: number | null = null;
  for (const table of TABLES) {
    due ??= readValue(
      ledger.prepared(`SELECT next_at FROM ${table} WHERE id = ? AND state = 'queued'`),
      z.int(),
      id,
    );
    ledger
      .prepared(`UPDATE ${table} SET next_at = MAX(next_at, ?) WHERE id = ? AND state = 'queued'`)
      .run(until, id);
  }
  return due;
}

/** Ends the wait that `postponeQueued` began: the row then waits no longer than until the time `due`. */
export function hastenQueued(ledger: Ledger, id: string, due: number): void {
  for (const table of TABLES)
    ledger
      .prepared(`UPDATE ${table} SET next_at = MIN(next_at, ?) WHERE id = ? AND state = 'queued'`)
      .run(due, id);
}

const TABLES = ['submission', 'message'] as const;

export interface NewFile {
  /** The path that people see: relative to the watched folder, or the path of the dropped file. */
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly spoolName: string;
}

/** Adds the files of a submission or message. Must be called in the transaction that adds the submission or message. */
export function addSentFiles(
  ledger: Ledger,
  owner: 'submission' | 'message',
  id: string,
  files: readonly NewFile[],
): void {
  const insert = ledger.prepared(
    `INSERT INTO ${owner}_file (${owner}_id, position, path, file_name, media_type, size, sha256, spool_name)
     VALUES (@id, @position, @path, @fileName, @mediaType, @size, @sha256, @spoolName)`,
  );
  for (const [position, file] of files.entries()) insert.run({ ...file, id, position });
}
