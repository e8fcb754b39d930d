import { z } from 'zod';
import { verb } from '../verb.ts';
import { accountStateSchema, outboxStateSchema, pageInput } from '../views/common.ts';
import { fileRowSchema, outboxRowSchema } from '../views/outbox.ts';

const id = z.string().min(1).max(100);

export const outboxVerbs = {
  /** Lists the unfinished rows first, then the finished rows, newest first. Empty `states` means all states. */
  'outbox.page': verb(
    'listed',
    { states: z.array(outboxStateSchema).default([]), ...pageInput },
    z.object({
      count: z.int(),
      by_state: z.record(outboxStateSchema, z.int()),
      rows: z.array(outboxRowSchema),
    }),
  ),
  'outbox.retry': verb(
    'changed',
    { id, task_type: z.string().trim().min(1).nullable().default(null) },
    z.null(),
  ),
  /** Retries failed rows. `as`: retries only the rows whose task type `refused` the service rejected, with the type `instead`. */
  'outbox.retry-all': verb(
    'changed',
    {
      as: z
        .strictObject({ refused: z.string().min(1), instead: z.string().trim().min(1) })
        .nullable()
        .default(null),
    },
    z.object({ count: z.int() }),
  ),
  /** Withdraws rows that have not reached the service: submissions, answers, edits. `too_late` counts the other rows. */
  'outbox.withdraw': verb(
    'changed',
    { ids: z.array(id).min(1).max(10_000) },
    z.object({ withdrawn: z.int(), too_late: z.int() }),
  ),
  /** Sends an unconfirmed row again, although nothing proves that the last request was lost. The service may get the documents twice. */
  'outbox.send-again': verb('changed', { id }, z.null()),
  /** Lists found files, newest first. A null `folder` means every folder and drop; `drops` limits the list to files that a person added. */
  'files.page': verb(
    'listed',
    {
      folder: z.string().nullable().default(null),
      drops: z.boolean().default(false),
      states: z.array(accountStateSchema).default([]),
      ...pageInput,
    },
    z.object({ count: z.int(), rows: z.array(fileRowSchema) }),
  ),
  'files.decide': verb(
    'changed',
    {
      file: z.int(),
      decision: z.union([
        z.enum(['send', 'leave-out', 'send-anyway']),
        z.strictObject({ answer_to: z.string().min(1) }),
      ]),
    },
    z.null(),
  ),
};
