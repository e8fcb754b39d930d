import { z } from 'zod';
import { typedObjectSchema } from '../json-object.ts';
import { verb } from '../verb.ts';
import { isoTime, pageInput } from '../views/common.ts';
import { queuedSchema } from '../views/drop.ts';
import { taskDetailSchema, taskRowViewSchema, waitingTaskSchema } from '../views/task.ts';

const uuid = z.string().min(1).max(200);

/** The filters and sort keys of docs/service.md 4.4, and search, folder, code of a verdict, and outcome. All filters must match. */
export const taskQuerySchema = z.strictObject({
  /** A part of a name, file name, external_id or journey key, or the beginning of a uuid. The search ignores case. */
  search: z.string().max(200).default(''),
  status: z.array(z.string()).default([]),
  task_type: z.array(z.string()).default([]),
  cleared: z.boolean().nullable().default(null),
  /** True: Tasks that the service no longer confirms. False: all other Tasks. Null: both. */
  denied: z.boolean().nullable().default(null),
  /** Whether the Tasks by which a person tried a task type are listed too. */
  tests: z.boolean().default(true),
  selected_date: z.enum(['created', 'latest_status_change', 'cleared']).default('created'),
  /** Dates or date-times, as the service expects them: `date_from` is exclusive, `date_to` inclusive. */
  date_from: z.string().nullable().default(null),
  date_to: z.string().nullable().default(null),
  order_by: z
    .enum(['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id'])
    .default('created'),
  sort_ascending: z.boolean().default(false),
  folder: z.string().nullable().default(null),
  code: z.string().nullable().default(null),
  /** The outcome of `code`, or of any code if `code` is null. */
  outcome: z.enum(['approved', 'not-approved']).nullable().default(null),
  /** With `newest`, the search starts with the newest Tasks of this station and stops early if a Task matches. */
  extent: z.enum(['newest', 'all']).default('all'),
  ...pageInput,
});
export type TaskQuery = z.infer<typeof taskQuerySchema>;

export const taskVerbs = {
  'tasks.page': verb(
    'listed',
    taskQuerySchema.shape,
    z.object({
      as_of: isoTime.nullable(),
      count: z.int(),
      offset: z.int(),
      rows: z.array(taskRowViewSchema),
      /** Whether all Tasks were searched. A search with `extent` 'newest' may end before the oldest Task. */
      whole: z.boolean(),
    }),
  ),
  'tasks.facets': verb(
    'none',
    {},
    z.object({
      statuses: z.array(z.string()),
      task_types: z.array(z.string()),
      codes: z.array(z.string()),
      folders: z.array(z.string()),
    }),
  ),
  'tasks.get': verb('shown', { task: uuid }, taskDetailSchema),
  /** Returns the newest payload of the service, unchanged, as indented JSON. */
  'tasks.raw': verb(
    'shown',
    { task: uuid },
    z.object({ taken_at: isoTime, status: z.string(), json: z.string() }),
  ),
  'tasks.look': verb('none', { task: uuid }, z.null()),
  'tasks.set-cleared': verb('changed', { task: uuid, cleared: z.boolean() }, queuedSchema),
  'tasks.rename': verb('changed', { task: uuid, name: z.string().trim().min(1).max(500) }, queuedSchema),
  /** Lists journeys (Tasks that share a key), newest first; with `key`, only one journey. `more`: whether another page follows. */
  'tasks.journeys': verb(
    'listed',
    {
      key: z.string().nullable().default(null),
      search: z.string().max(200).default(''),
      ...pageInput,
    },
    z.object({
      more: z.boolean(),
      /** `count` is the number of Tasks that share the key, and `tasks` has the newest of these Tasks. */
      rows: z.array(z.object({ key: z.string(), count: z.int(), tasks: z.array(taskRowViewSchema) })),
    }),
  ),
  /** Lists waiting Tasks, longest wait first. An answered Task is left out until the Task waits again or the answer is rejected. */
  'waiting.list': verb(
    'listed',
    { ...pageInput },
    z.object({
      as_of: isoTime.nullable(),
      count: z.int(),
      answered: z.int(),
      /** The folder with the documents that complete the sample Tasks; null outside practice mode. */
      practice_answers: z.string().nullable(),
      rows: z.array(waitingTaskSchema),
    }),
  ),
  'answers.send': verb(
    'changed',
    {
      task: uuid,
      drop: z.string().nullable(),
      data: typedObjectSchema.nullable(),
    },
    queuedSchema,
  ),
};
