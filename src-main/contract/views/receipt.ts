import { z } from 'zod';
import { isoTime } from './common.ts';

/** The documents and data of a Task that this station sent and the service accepted. */
export const receiptSchema = z.object({
  task: z.string(),
  external_id: z.string().nullable(),
  name: z.string(),
  task_type: z.string(),
  /** The submission that created the Task, and all answers to the Task, oldest first. Empty for a Task of another station. */
  sent: z.array(
    z.object({
      id: z.string(),
      what: z.enum(['task', 'answer']),
      /**
       * The time at which the last attempt to send started. Null if the ledger was restored from a backup that is older than this attempt.
       */
      sent_at: isoTime.nullable(),
      accepted_at: isoTime,
      documents: z.array(
        z.object({
          /** The file name; null if retention deleted the name. */
          name: z.string().nullable(),
          size: z.int(),
          sha256: z.string(),
        }),
      ),
      /** The names of the properties whose values a person typed. */
      data: z.array(z.string()),
    }),
  ),
});
export type Receipt = z.infer<typeof receiptSchema>;
