import { z } from 'zod';
import { accountStateSchema, isoTime, outboxStateSchema, problemViewSchema } from './common.ts';

export const outboxRowSchema = z.object({
  id: z.string(),
  kind: z.enum(['submission', 'answer', 'resume', 'name', 'cleared', 'not-cleared', 'external-id', 'event']),
  state: outboxStateSchema,
  /** The uuid of the Task that the submission became, or to which the message goes; null if no Task is known. */
  task_uuid: z.string().nullable(),
  task_name: z.string().nullable(),
  task_type: z.string().nullable(),
  folder: z.string().nullable(),
  files: z.array(z.object({ path: z.string(), size: z.number() })),
  attempts: z.int(),
  created_at: isoTime,
  next_attempt_at: isoTime.nullable(),
  /** The number of sent bytes and the total number of bytes of the running request; null if no request of this row is running. */
  progress: z.object({ sent: z.number(), total: z.number() }).nullable(),
  problem: problemViewSchema.nullable(),
  /** If the service rejected the task type of the row, the task types that the service allows; otherwise empty. */
  allowed_task_types: z.array(z.string()),
  /** Whether the submission may already be a Task, because of an attempt with an unknown outcome or because of another station. */
  perhaps_sent: z.boolean(),
  by: z.string().nullable(),
});
export type OutboxRow = z.infer<typeof outboxRowSchema>;

/** A file that a scan found or a person added. Each file is in exactly one state (I1). */
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
  /** For a held file or a duplicate: whether a person can decide to send the file. For other files, the value has no meaning. */
  can_be_sent: z.boolean(),
  /** For a file that came after its group was sent, the waiting Tasks of the group to which the file may be added; otherwise empty. */
  answers: z.array(z.object({ task_uuid: z.string(), name: z.string() })),
});
export type FileRowView = z.infer<typeof fileRowSchema>;
