import { z } from 'zod';
import { verb } from '../verb.ts';
import { accountStateSchema, outboxStateSchema, pageInput } from '../views/common.ts';
import { fileRowSchema, outboxRowSchema } from '../views/outbox.ts';

const id = z.string().min(1).max(100);

export const outboxVerbs = {
  /** Lists rows: first the unfinished rows, then the finished rows, each newest first. Empty `states` selects all states. */
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
  /**
   * If `as` is null, retries all rows that were rejected or that wait after a failure, except rows that need a decision of a person.
   * Otherwise retries, with the task type `instead`, the submissions that the service rejected because of the task type `refused`.
   */
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
  /** Withdraws rows that have not reached the service. `too_late` is the number of rows that could not be withdrawn. */
  'outbox.withdraw': verb(
    'changed',
    { ids: z.array(id).min(1).max(10_000) },
    z.object({ withdrawn: z.int(), too_late: z.int() }),
  ),
  /** Sends an unconfirmed row again. The service may then get the documents twice. */
  'outbox.send-again': verb('changed', { id }, z.null()),
  /** Lists found files, newest first. A null `folder` selects all folders and drops. `drops`: only files that a person added by hand. */
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
