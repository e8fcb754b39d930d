import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../../contract/problem.ts';
import { outboxStateSchema } from '../../../contract/views/common.ts';
import { jsonColumn, jsonObject, type Ledger } from '../db/ledger.ts';

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
  /** See `purposeHash`. Null if request_spec was removed before the ledger kept this column. */
  purpose: z.string().nullable(),
  /** 1: an attempt may have made a Task, and no denial of the service disproves that Task (I2). */
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
   * Consecutive attempts that failed in transport, which the backoff grows with. Attempts that a paused lane took back do not count.
   */
  failures: z.int(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
  /** Since when the row has had problems, without a success in between. */
  problem_since: z.int().nullable(),
  created_at: z.int(),
  ended_at: z.int().nullable(),
});
export type SubmissionRow = z.infer<typeof submissionSchema>;

/** What a message sends to its Task, by lane (docs/architecture.md 5). */
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

/** The progress of a message: steps that must not be repeated after a restart. */
export const messageProgressSchema = z.object({
  /** The service has the structured data as this data item. */
  dataItemUuid: z.string().optional(),
  /** An attempt ended without a response, so "already there" is success. */
  outcomeUnknown: z.boolean().optional(),
  /** The Tasks that frozen Tasks led to, in order. */
  redirectedTo: z.array(z.string()).optional(),
  /** The Task's input items before this answer was first sent. Other items came later. */
  knownItems: z.array(z.string()).optional(),
  /** The service has the files; the structured data remains. */
  filesSent: z.boolean().optional(),
  /** The service accepted the data without `should_resume` but did not keep the data, so the files go first. */
  dataNotKept: z.boolean().optional(),
  /** The service accepted an update that resumes the Task, and the Task waited as before. */
  notResumed: z.boolean().optional(),
  /** The value that an edit replaces, as this station knew the value at the first attempt. */
  before: z.string().optional(),
  /** The status of the Task at that time, or when `notResumed` was noted. */
  stood: z.object({ status: z.string(), latest_status_change: z.string() }).optional(),
  /** Since when (milliseconds since the epoch) the Task is busy instead of waiting. */
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

/** When an unfinished row is tried next. */
export interface NextTry {
  readonly nextAt: number;
  readonly failures: number;
  readonly problem: Problem | null;
}

/** The conditions of the partial indexes, word for word, because SQLite uses a partial index only for its own condition. */
export const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;
export const ENDED = `state IN ('accepted', 'rejected', 'withdrawn')`;

/** In SQL: the request provably never arrived, because the service could not be reached. */
export const NEVER_ARRIVED = `(problem_code = 'service.unreachable' OR problem_code GLOB 'network.*')`;

/** Makes rows due now that never left because the service could not be reached: once the service answers, waiting is pointless. */
export const bringForwardIn = (table: 'submission' | 'message') =>
  `UPDATE ${table} SET next_at = @now
   WHERE ${OPEN} AND state = 'queued' AND ${NEVER_ARRIVED} AND next_at > @now`;

/**
 * Corrects waits that were written while the clock was ahead: the wait lasts from now as long as it was meant to last, counted from the
 * latest time in the row, and no longer than any wait may. The same holds for the time in which a row can be withdrawn. A corrected
 * wait ends before the latest time in its row, so a second call changes nothing.
 */
export const waitFromNowIn = (table: 'submission' | 'message', noted: string) =>
  `UPDATE ${table} SET next_at = @now + MIN(@longest, MAX(0, next_at - MAX(@now, ${noted})))
   WHERE ${OPEN} AND next_at > @now AND (next_at > @now + @longest OR (${noted} > @now AND next_at >= ${noted}))`;

/** A problem that began in the future would not be shown until then. */
export const troubledSinceNowIn = (table: 'submission' | 'message') =>
  `UPDATE ${table} SET problem_since = @now WHERE ${OPEN} AND problem_since > @now`;

/** Sets the problem of `problemColumns`, or none, and keeps since when the row has problems. */
export const SET_PROBLEM = `problem_code = @code, problem_detail = @detail,
  problem_since = CASE WHEN @code IS NULL THEN NULL ELSE COALESCE(problem_since, @now) END`;

export function problemColumns(problem: Problem | null) {
  return { code: problem?.code ?? null, detail: problem?.detail ?? null };
}

export const idSchema = z.object({ id: z.string() });
export const countSchema = z.object({ count: z.int() });
export const spoolSchema = z.object({ spool_name: z.string() });

export interface NewFile {
  /** Where the file was found, for people: relative to its folder, or as it was dropped. */
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
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [position, file] of files.entries()) {
    insert.run(
      id,
      position,
      file.path,
      file.fileName,
      file.mediaType,
      file.size,
      file.sha256,
      file.spoolName,
    );
  }
}
