import { z } from 'zod';
import { problemCodeSchema } from '../../../contract/problem.ts';

/** A column that holds JSON text, parsed to what `schema` says. */
export function jsonColumn<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}

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

export const jsonObject = z.record(z.string(), z.unknown());

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
