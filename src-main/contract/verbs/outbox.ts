import { z } from 'zod';
import { verb } from '../verb.ts';
import { accountStateSchema, outboxStateSchema, pageInput } from '../views/common.ts';
import { fileRowSchema, outboxRowSchema } from '../views/outbox.ts';

const id = z.string().min(1).max(100);

export const outboxVerbs = {
  /** Newest first; what is not finished comes before what is. Empty `states` means all. */
  'outbox.page': verb(
    'listed',
    z.strictObject({ states: z.array(outboxStateSchema).default([]), ...pageInput }),
    z.object({
      count: z.int(),
      by_state: z.record(outboxStateSchema, z.int()),
      rows: z.array(outboxRowSchema),
    }),
  ),
  'outbox.retry': verb(
    'changed',
    z.strictObject({ id, task_type: z.string().trim().min(1).nullable().default(null) }),
    z.null(),
  ),
  /** With `as`: only what was refused as the one task type, and as the other, where the service allows that. */
  'outbox.retry-all': verb(
    'changed',
    z.strictObject({
      as: z
        .strictObject({ refused: z.string().min(1), instead: z.string().trim().min(1) })
        .nullable()
        .default(null),
    }),
    z.object({ count: z.int() }),
  ),
  /** Takes back what has not reached the service: also the undo of a drop, an answer or an edit. */
  'outbox.withdraw': verb(
    'changed',
    z.strictObject({ ids: z.array(id).min(1).max(10_000) }),
    z.object({ withdrawn: z.int(), too_late: z.int() }),
  ),
  /** Sends an unconfirmed one without proof that it was lost: it may arrive twice. */
  'outbox.send-again': verb('changed', z.strictObject({ id }), z.null()),
  /** Found files, newest first. `folder` null means every folder and drop; `drops` only what was given by hand. */
  'files.page': verb(
    'listed',
    z.strictObject({
      folder: z.string().nullable().default(null),
      drops: z.boolean().default(false),
      states: z.array(accountStateSchema).default([]),
      ...pageInput,
    }),
    z.object({ count: z.int(), rows: z.array(fileRowSchema) }),
  ),
  'files.decide': verb(
    'changed',
    z.strictObject({
      file: z.int(),
      decision: z.union([
        z.enum(['send', 'leave-out', 'send-anyway']),
        z.strictObject({ answer_to: z.string().min(1) }),
      ]),
    }),
    z.null(),
  ),
};
