import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../../contract/problem.ts';
import { jsonColumn, jsonObject, type Ledger } from '../db/ledger.ts';

export const OUTBOX_STATES = [
  'queued',
  'sending',
  'unconfirmed',
  'accepted',
  'rejected',
  'withdrawn',
] as const;
export const outboxStateSchema = z.enum(OUTBOX_STATES);
export type OutboxState = z.infer<typeof outboxStateSchema>;

/** A file of a submission or an answer, as submission_file and message_file keep it. */
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
  /** See `purposeHash`; null where request_spec was removed before the ledger kept this. */
  purpose: z.string().nullable(),
  /** 1: an attempt may have made a Task, and no denial of the service disproves that (I2). */
  perhaps_sent: z.int(),
  state: outboxStateSchema,
  task_uuid: z.string().nullable(),
  attempts: z.int(),
  next_at: z.int(),
  first_sent_at: z.int().nullable(),
  last_sent_at: z.int().nullable(),
  unconfirmed_since: z.int().nullable(),
  misses: z.int(),
  /** Attempts in a row that failed in transport: what the backoff grows with. Not those a paused lane took back. */
  failures: z.int(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
  /** Since when it has had one problem or another, without a success between. */
  problem_since: z.int().nullable(),
  created_at: z.int(),
  ended_at: z.int().nullable(),
});
export type SubmissionRow = z.infer<typeof submissionSchema>;

/** What a message carries to its Task, by lane (docs/architecture.md 5). */
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

/** How far a message has come: what must not be done twice after a restart. */
export const messageProgressSchema = z.object({
  /** The structured data is known to be at the service as this data item. */
  dataItemUuid: z.string().optional(),
  /** An attempt ended without an answer, so "already there" is success. */
  outcomeUnknown: z.boolean().optional(),
  /** The Tasks a frozen Task led to, in order. */
  redirectedTo: z.array(z.string()).optional(),
  /** The Task's input items before anything of this answer was sent: what is not among them came later. */
  knownItems: z.array(z.string()).optional(),
  /** The files are known to be at the service; what remains is the structured data. */
  filesSent: z.boolean().optional(),
  /** The service took the data without `should_resume` but did not keep it, so the files go first. */
  dataNotKept: z.boolean().optional(),
  /** The service took an update that resumes, and the Task waited as before. */
  notResumed: z.boolean().optional(),
  /** What an edit replaces, as far as this station knew when it first went. */
  before: z.string().optional(),
  /** How the Task stood then, or when `notResumed` was noted. */
  stood: z.object({ status: z.string(), latest_status_change: z.string() }).optional(),
  /** Since when (milliseconds since the epoch) the Task was found busy instead of waiting. */
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

/* What the tables `submission` and `message` have in common. */

/** Where a row that is not finished goes next. */
export interface NextTry {
  readonly nextAt: number;
  readonly failures: number;
  readonly problem: Problem | null;
}

/** The conditions of the partial indexes, written out wherever these are to be used: SQLite does so for its very own condition only. */
export const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;
export const ENDED = `state IN ('accepted', 'rejected', 'withdrawn')`;

/** What was proven not to arrive, for a reason on the way to the service. */
export const NEVER_ARRIVED = `(problem_code = 'service.unreachable' OR problem_code GLOB 'network.*')`;

/** What never left because the service could not be reached: as soon as it answers, nothing is gained by waiting longer. */
export const bringForwardIn = (table: 'submission' | 'message') =>
  `UPDATE ${table} SET next_at = @now
   WHERE ${OPEN} AND state = 'queued' AND ${NEVER_ARRIVED} AND next_at > @now`;

/**
 * A wait that was written while the clock was ahead lasts from now as long as it was meant to, counted from the latest time that
 * its row notes (so does the time in which something can be taken back); and none lasts longer than any may. Once mended, it ends before what the row notes, and is left alone.
 */
export const waitFromNowIn = (table: 'submission' | 'message', noted: string) =>
  `UPDATE ${table} SET next_at = @now + MIN(@longest, MAX(0, next_at - MAX(@now, ${noted})))
   WHERE ${OPEN} AND next_at > @now AND (next_at > @now + @longest OR (${noted} > @now AND next_at >= ${noted}))`;

/** No trouble began in the future: what needs attention would not be shown until then. */
export const troubledSinceNowIn = (table: 'submission' | 'message') =>
  `UPDATE ${table} SET problem_since = @now WHERE ${OPEN} AND problem_since > @now`;

/** Sets a problem (or none) from `problemColumns`, and since when there has been one. */
export const SET_PROBLEM = `problem_code = @code, problem_detail = @detail,
  problem_since = CASE WHEN @code IS NULL THEN NULL ELSE COALESCE(problem_since, @now) END`;

export function problemColumns(problem: Problem | null) {
  return { code: problem?.code ?? null, detail: problem?.detail ?? null };
}

export const idSchema = z.object({ id: z.string() });
export const countSchema = z.object({ count: z.int() });
export const spoolSchema = z.object({ spool_name: z.string() });

export interface NewFile {
  /** Where it was found, for people: relative to its folder, or as it was dropped. */
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly spoolName: string;
}

/** Adds the files of a submission or a message, in order. To be called inside the transaction that adds their owner. */
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
