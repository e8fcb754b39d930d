import { z } from 'zod';
import { verb } from '../verb.ts';
import { accountStateSchema, isoTime, outboxStateSchema, pageInput } from '../views/common.ts';
import { fileRowSchema, outboxRowSchema } from '../views/outbox.ts';

const id = z.string().min(1).max(100);
const outboxActSchema = z.enum(['retry', 'withdraw']);
const fileActSchema = z.enum(['send', 'leave-out']);
/**
 * `plans`: the numbers of the planned acts, for `plans.undo`. The engine carries out the acts at `undo_until`, unless `plans.undo` cancels
 * the acts before that time.
 */
export const plannedSchema = z.object({ plans: z.array(z.int()), undo_until: isoTime });

export const outboxVerbs = {
  /** Lists rows: first the unfinished rows, then the finished rows, each newest first. Empty `states` selects all states. */
  'outbox.page': verb(
    'listed',
    {
      states: z.array(outboxStateSchema).default([]),
      /** A part of a file name, or of the name or external_id of the Task. The search ignores upper and lower case. */
      search: z.string().max(200).default(''),
      /** Selects the rows that were added between these times. `date_from` is exclusive, and `date_to` is inclusive. */
      date_from: isoTime.nullable().default(null),
      date_to: isoTime.nullable().default(null),
      ...pageInput,
    },
    z.object({
      count: z.int(),
      by_state: z.record(outboxStateSchema, z.int()),
      rows: z.array(outboxRowSchema),
      /** The acts that `outbox.plan` planned and that the engine has not carried out. The key is the id of the row. */
      planned: z.record(z.string(), outboxActSchema),
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
  /**
   * Withdraws rows that have not reached the service. `too_late` is the number of rows that could not be withdrawn. `drop`: the drop from
   * which all rows were just sent. `reopened`: whether the documents of the rows are in that drop again.
   */
  'outbox.withdraw': verb(
    'changed',
    { ids: z.array(id).min(1).max(10_000), drop: id.nullable().default(null) },
    z.object({ withdrawn: z.int(), too_late: z.int(), reopened: z.boolean() }),
  ),
  /** Plans an act for several rows. At `undo_until`, the engine skips a row for which the act is no longer possible. */
  'outbox.plan': verb('changed', { ids: z.array(id).min(1).max(1_000), act: outboxActSchema }, plannedSchema),
  'plans.undo': verb(
    'changed',
    { plans: z.array(z.int()).min(1).max(1_000) },
    z.object({ undone: z.int(), too_late: z.int() }),
  ),
  /** Ends the entry of Today about failed acts, if `newest` is still the newest failed act. */
  'plans.dismiss': verb('changed', { newest: z.int() }, z.null()),
  /** Sends an unconfirmed row again. The service may then get the documents twice. */
  'outbox.send-again': verb('changed', { id }, z.null()),
  /** Sends the documents of a rejected answer as a new Task of the same type, and takes the answer out of the outbox. */
  'outbox.as-task': verb('changed', { id }, z.null()),
  /** Lists found files, newest first. A null `folder` selects all folders and drops. `drops`: only files that a person added by hand. */
  'files.page': verb(
    'listed',
    {
      folder: z.string().nullable().default(null),
      drops: z.boolean().default(false),
      states: z.array(accountStateSchema).default([]),
      ...pageInput,
    },
    z.object({
      count: z.int(),
      rows: z.array(fileRowSchema),
      /** The acts that a person planned for these files and that the engine has not carried out. The key is the id of the file. */
      planned: z.record(z.string(), fileActSchema),
    }),
  ),
  /** Plans an act for held files. A file that cannot be sent at `undo_until` stays held. */
  'files.plan': verb(
    'changed',
    { files: z.array(z.int()).min(1).max(1_000), act: fileActSchema },
    plannedSchema,
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
