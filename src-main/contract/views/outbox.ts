import { z } from 'zod';
import { accountStateSchema, isoTime, outboxStateSchema, problemViewSchema } from './common.ts';

export const outboxRowSchema = z.object({
  id: z.string(),
  kind: z.enum(['submission', 'answer', 'name', 'cleared', 'not-cleared', 'external-id', 'event']),
  state: outboxStateSchema,
  /** The Task of the submission, or the Task that the message goes to; null if unknown. */
  task_uuid: z.string().nullable(),
  task_type: z.string().nullable(),
  folder: z.string().nullable(),
  files: z.array(z.object({ path: z.string(), size: z.number() })),
  attempts: z.int(),
  created_at: isoTime,
  next_attempt_at: isoTime.nullable(),
  /** The bytes of the running request; null if no request is running. */
  progress: z.object({ sent: z.number(), total: z.number() }).nullable(),
  problem: problemViewSchema.nullable(),
  /** The task types that the service allows, if the service rejected the row's task type; otherwise empty. */
  allowed_task_types: z.array(z.string()),
  /** Whether the submission may already be a Task: an attempt has an unknown outcome, or another station may have sent the documents. */
  perhaps_sent: z.boolean(),
  by: z.string().nullable(),
});
export type OutboxRow = z.infer<typeof outboxRowSchema>;

/** A file that a scan found. Each file is in exactly one state (I1). */
export const fileRowSchema = z.object({
  id: z.int(),
  folder: z.string().nullable(),
  path: z.string(),
  size: z.number(),
  state: accountStateSchema,
  ignored_by: z.string().nullable(),
  submission: z.string().nullable(),
  duplicate_of: z.string().nullable(),
  task_uuid: z.string().nullable(),
  found_at: isoTime,
  problem: problemViewSchema.nullable(),
  /** Whether a person can decide to send the file if the file is held or a duplicate. */
  can_be_sent: z.boolean(),
  /** Waiting Tasks of the same group. A person may add the late file to one of these Tasks as an answer. */
  answers: z.array(z.object({ task_uuid: z.string(), name: z.string() })),
});
export type FileRowView = z.infer<typeof fileRowSchema>;
