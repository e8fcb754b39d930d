import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../../contract/problem.ts';
import { outboxStateSchema } from '../../../contract/views/common.ts';
import {
  jsonColumn,
  jsonObject,
  type Ledger,
  readAll,
  readColumn,
  readNumber,
  readOne,
} from '../db/ledger.ts';

export { outboxStateSchema };
export const OUTBOX_STATES = outboxStateSchema.options;
export type OutboxState = z.infer<typeof outboxStateSchema>;

/** A file of a submission or message: a row of submission_file or message_file. */
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
  payload_hash: z.string(),
  /** The `purposeHash` of the submission. Null if request_spec was removed before the ledger had this column. */
  purpose: z.string().nullable(),
  /** 1 if an attempt may have made a Task that no denial of the service disproves (I2). */
  perhaps_sent: z.int(),
  state: outboxStateSchema,
  task_uuid: z.string().nullable(),
  attempts: z.int(),
  next_at: z.int(),
  first_sent_at: z.int().nullable(),
  last_sent_at: z.int().nullable(),
  unconfirmed_since: z.int().nullable(),
  misses: z.int(),
  /** The number of consecutive attempts that failed in transport, which sets the backoff. Attempts stopped by a pause do not count. */
  failures: z.int(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
  /** The time since which the row has had problems without a success in between. */
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

/** The progress of a message, which a restart must not lose. */
export const messageProgressSchema = z.object({
  /** The data item under which the service has the structured data. */
  dataItemUuid: z.string().optional(),
  /** Whether an attempt ended without a response. Then the response "already there" means success. */
  outcomeUnknown: z.boolean().optional(),
  /** The newer Tasks that the service named for frozen Tasks, in order. */
  redirectedTo: z.array(z.string()).optional(),
  /** The Task's input items before the first attempt of this answer. All other items arrived later. */
  knownItems: z.array(z.string()).optional(),
  /** Whether the service has the files, so that only the structured data remains. */
  filesSent: z.boolean().optional(),
  /** Whether the service accepted the data without `should_resume` but did not store the data, so that the files must go first. */
  dataNotKept: z.boolean().optional(),
  /** Whether the service accepted an update that should resume the Task, but the Task went on waiting. */
  notResumed: z.boolean().optional(),
  /** The previous value of an edited property, as this station knew the value at the first attempt. */
  before: z.string().optional(),
  /** The status of the Task at the first attempt, or when `notResumed` was stored. */
  stood: z.object({ status: z.string(), latest_status_change: z.string() }).optional(),
  /** The time since which the Task is busy instead of waiting (milliseconds since the epoch). */
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

/* Parts that the tables `submission` and `message` share. */

/** The time of the next attempt of an unfinished row. */
export interface NextTry {
  readonly nextAt: number;
  readonly failures: number;
  readonly problem: Problem | null;
}

/** The exact conditions of the partial indexes, because SQLite uses a partial index only for its own condition. */
export const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;
export const ENDED = `state IN ('accepted', 'rejected', 'withdrawn')`;

/** SQL: the request provably never arrived, because the service could not be reached. */
export const NEVER_ARRIVED = `(problem_code = 'service.unreachable' OR problem_code GLOB 'network.*')`;

/** SQL that sets the problem of `problemColumns`, or none, and keeps the time since which the row has problems. */
export const SET_PROBLEM = `problem_code = @code, problem_detail = @detail,
  problem_since = CASE WHEN @code IS NULL THEN NULL ELSE COALESCE(problem_since, @now) END`;

export function problemColumns(problem: Problem | null) {
  return { code: problem?.code ?? null, detail: problem?.detail ?? null };
}

/** The SQL fragments that `submission` or `message` adds to the shared statements. */
interface Differences {
  /** The latest time in a row. The row has waited at least since then. */
  readonly noted: string;
  readonly setOnReopen: string;
  readonly setOnFault: string;
  /** SQL for a row that the previous run left in *sending*. */
  readonly setOnInterrupt: string;
}

/** The statements that the tables `submission` and `message` share. A change returns false if the row is not in a state that allows the change. */
export function outboxTable<Row>(
  ledger: Ledger,
  table: 'submission' | 'message',
  schema: z.ZodType<Row>,
  { noted, setOnReopen, setOnFault, setOnInterrupt }: Differences,
) {
  const ids = (sql: string) => readColumn(ledger.prepared(sql), z.string());
  const run = (sql: string, values: object) => ledger.prepared(sql).run(values).changes;
  /** A problem with a start in the future would stay hidden until then. */
  const troubledSinceNow = (now: number) =>
    run(`UPDATE ${table} SET problem_since = @now WHERE ${OPEN} AND problem_since > @now`, { now });

  return {
    /** Runs an UPDATE of one row; returns whether the row changed. */
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
      rejectedIds: () => ids(`SELECT id FROM ${table} WHERE state = 'rejected' ORDER BY seq`),
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
      /** Makes all rows due that never left because the service could not be reached. Returns the number of rows. */
      bringForward: (now: number) =>
        run(
          `UPDATE ${table} SET next_at = @now
           WHERE ${OPEN} AND state = 'queued' AND ${NEVER_ARRIVED} AND next_at > @now`,
          { now },
        ),
      /** Makes a row due at a person's request and resets its failures. The problem and start of a look-up stay. */
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
      /** After an exception, a row in *sending* becomes unconfirmed. Another row keeps its state and the service's answer about the row. */
      fault: (id: string, problem: Problem, at: number, now: number): void =>
        void run(
          `UPDATE ${table} SET next_at = @nextAt, failures = failures + 1, ${setOnFault},
             state = CASE state WHEN 'sending' THEN 'unconfirmed' ELSE state END
           WHERE id = @id AND ${OPEN}`,
          { id, nextAt: at, now, ...problemColumns(problem) },
        ),
      /**
       * After a restart, rows in *sending* become unconfirmed (I2). Waits that were written while the clock was ahead last from now for
       * their original length, counted from the latest time in the row, and at most `longestMs`. The same holds for the time in which a row
       * can be withdrawn. A corrected wait ends before the latest time in its row, so a second call changes nothing.
       */
      recover: (now: number, longestMs: number): void => {
        run(
          `UPDATE ${table} SET state = 'unconfirmed', next_at = @now, ${setOnInterrupt},
             problem_code = 'service.no-answer', problem_detail = NULL, problem_since = COALESCE(problem_since, @now)
           WHERE ${OPEN} AND state = 'sending'`,
          { now },
        );
        run(
          `UPDATE ${table} SET next_at = @now + MIN(@longest, MAX(0, next_at - MAX(@now, ${noted})))
           WHERE ${OPEN} AND next_at > @now AND (next_at > @now + @longest OR (${noted} > @now AND next_at >= ${noted}))`,
          { now, longest: longestMs },
        );
        troubledSinceNow(now);
      },
      /** Keeps the length of waits after the wall clock was set back. */
      shift: (by: number, now: number): void => {
        run(`UPDATE ${table} SET next_at = MAX(0, next_at + @by) WHERE ${OPEN} AND next_at > @now`, {
          by,
          now,
        });
        troubledSinceNow(now);
      },
    },
  };
}

export interface NewFile {
  /** The path as a person knows the file: relative to its folder, or as it was dropped. */
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly spoolName: string;
}

/** Adds the files of a submission or message, in order. Call this function in the transaction that adds the owner. */
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
