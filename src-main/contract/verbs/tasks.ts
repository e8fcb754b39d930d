import { z } from 'zod';
import { givenObjectSchema } from '../json-object.ts';
import { verb } from '../verb.ts';
import { isoTime, pageInput } from '../views/common.ts';
import { queuedSchema } from '../views/drop.ts';
import { taskDetailSchema, taskRowViewSchema, waitingTaskSchema } from '../views/task.ts';

const uuid = z.string().min(1).max(200);

/**
 * The filters and sort keys of docs/service.md 4.4, with search, folder, code and outcome of our own. All combine
 * with AND.
 */
export const taskQuerySchema = z.strictObject({
  /** Part of a name, file name, external_id or journey, or the beginning of a uuid; case does not matter. */
  search: z.string().max(200).default(''),
  status: z.array(z.string()).default([]),
  task_type: z.array(z.string()).default([]),
  cleared: z.boolean().nullable().default(null),
  /** Whether the service denies having the Task. */
  denied: z.boolean().nullable().default(null),
  selected_date: z.enum(['created', 'latest_status_change', 'cleared']).default('created'),
  /** Exclusive, and inclusive, as the service has them; a date or a date-time. */
  date_from: z.string().nullable().default(null),
  date_to: z.string().nullable().default(null),
  order_by: z
    .enum(['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id'])
    .default('created'),
  sort_ascending: z.boolean().default(false),
  folder: z.string().nullable().default(null),
  code: z.string().nullable().default(null),
  /** With `code`, of that code; else of any. */
  outcome: z.enum(['approved', 'not-approved']).nullable().default(null),
  /** `newest`: a text is looked for among the Tasks that this station knows of the latest, and further back only until one fits. */
  extent: z.enum(['newest', 'all']).default('all'),
  ...pageInput,
});
export type TaskQuery = z.infer<typeof taskQuerySchema>;

export const taskVerbs = {
  'tasks.page': verb(
    'listed',
    taskQuerySchema,
    z.object({
      as_of: isoTime.nullable(),
      count: z.int(),
      offset: z.int(),
      rows: z.array(taskRowViewSchema),
      /** Whether all Tasks were looked at; always, but for a text and `newest`. */
      whole: z.boolean(),
    }),
  ),
  /** What the filters can be set to. */
  'tasks.facets': verb(
    'none',
    z.strictObject({}),
    z.object({
      statuses: z.array(z.string()),
      task_types: z.array(z.string()),
      codes: z.array(z.string()),
      folders: z.array(z.string()),
    }),
  ),
  'tasks.get': verb('shown', z.strictObject({ task: uuid }), taskDetailSchema),
  /** The newest payload exactly as the service gave it, as indented JSON. */
  'tasks.raw': verb(
    'shown',
    z.strictObject({ task: uuid }),
    z.object({ taken_at: isoTime, status: z.string(), json: z.string() }),
  ),
  /** Asks the service about this Task soon, however long ago it was looked at. */
  'tasks.look': verb('none', z.strictObject({ task: uuid }), z.null()),
  'tasks.set-cleared': verb('changed', z.strictObject({ task: uuid, cleared: z.boolean() }), queuedSchema),
  'tasks.rename': verb(
    'changed',
    z.strictObject({ task: uuid, name: z.string().trim().min(1).max(500) }),
    queuedSchema,
  ),
  /**
   * Tasks that share a key, newest journey first, or those of one `key` alone. Only journeys of two Tasks or more; `more`: there
   * are others that are not on this page.
   */
  'tasks.journeys': verb(
    'listed',
    z.strictObject({
      key: z.string().nullable().default(null),
      search: z.string().max(200).default(''),
      ...pageInput,
    }),
    z.object({
      more: z.boolean(),
      /** `tasks` are the newest of the `count` Tasks that share the key. */
      rows: z.array(z.object({ key: z.string(), count: z.int(), tasks: z.array(taskRowViewSchema) })),
    }),
  ),
  /** Waiting Tasks, longest first. One that was answered is left out until it waits again, unless the answer was refused. */
  'waiting.list': verb(
    'listed',
    z.strictObject({ ...pageInput }),
    z.object({
      as_of: isoTime.nullable(),
      count: z.int(),
      answered: z.int(),
      rows: z.array(waitingTaskSchema),
    }),
  ),
  /** Answers a Task with the files of a drop, with data, or both; the Task then goes on by itself. */
  'answers.send': verb(
    'changed',
    z.strictObject({
      task: uuid,
      drop: z.string().nullable(),
      data: givenObjectSchema.nullable(),
    }),
    queuedSchema,
  ),
};
