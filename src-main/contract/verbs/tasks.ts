import { z } from 'zod';
import { LONGEST_NAME, LONGEST_NOTE, LONGEST_REFERENCE, textOfAtMost } from '../characters.ts';
import { typedObjectSchema } from '../json-object.ts';
import { LANGUAGES } from '../say.ts';
import { verb } from '../verb.ts';
import { isoTime, pageInput } from '../views/common.ts';
import { queuedSchema } from '../views/drop.ts';
import { receiptSchema } from '../views/receipt.ts';
import {
  foundTaskSchema,
  itemTextSchema,
  searchedTextsSchema,
  taskDetailSchema,
  taskRowViewSchema,
  waitingTaskSchema,
} from '../views/task.ts';

const uuid = z.string().min(1).max(200);

/**
 * The filters and the sort order of the list of Tasks (docs/service.md 4.4). A Task is listed if all filters match. The list leaves out
 * the Tasks of tests of a task type.
 */
export const taskQuerySchema = z.strictObject({
  /**
   * A part of a name, file name, external_id, journey key, note of the staff or name of who looks after the Task, the beginning of a uuid,
   * or words of what the service read (`searchWords`). Upper and lower case are equal.
   */
  search: z.string().max(200).default(''),
  status: z.array(z.string()).default([]),
  task_type: z.array(z.string()).default([]),
  cleared: z.boolean().nullable().default(null),
  /** True selects the Tasks that the service no longer confirms, false selects all other Tasks, and null selects both. */
  denied: z.boolean().nullable().default(null),
  selected_date: z.enum(['created', 'latest_status_change', 'cleared']).default('created'),
  /** Dates or date-times, as in docs/service.md 4.4: `date_from` is exclusive, and `date_to` is inclusive. */
  date_from: z.string().nullable().default(null),
  date_to: z.string().nullable().default(null),
  order_by: z
    .enum(['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id'])
    .default('created'),
  sort_ascending: z.boolean().default(false),
  folder: z.string().nullable().default(null),
  code: z.string().nullable().default(null),
  /** Selects Tasks that have a verdict with this outcome about `code`; about any code if `code` is null. */
  outcome: z.enum(['approved', 'not-approved']).nullable().default(null),
  /** Selects the Tasks that are assigned to the person with this name. */
  assignee: z.string().max(100).nullable().default(null),
  /** Selects the waiting Tasks that the staff set aside, or those that the staff gave up. */
  put_away: z.enum(['set-aside', 'given-up']).nullable().default(null),
  /** `all`: the search reads all Tasks. `newest`: the search reads the newest Tasks, and reads older Tasks only until a Task matches. */
  extent: z.enum(['newest', 'all']).default('all'),
  ...pageInput,
});
export type TaskQuery = z.infer<typeof taskQuerySchema>;

/** A query without paging: all matching Tasks are selected. */
export const exportQuerySchema = taskQuerySchema.omit({ extent: true, offset: true, length: true });
export type ExportQuery = z.infer<typeof exportQuerySchema>;

/** The form of an exported file. `language` is the language of the words in CSV; JSON has no words of Clearfolder. */
export const exportForm = { format: z.enum(['csv', 'json']), language: z.enum(LANGUAGES).default('en') };

const NO_FILTERS = ['order_by', 'sort_ascending', 'selected_date'];

/** Returns the filters of `query` that have a value. The sort order is no filter. */
export function narrowing(query: ExportQuery): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) =>
        !NO_FILTERS.includes(name) &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

export const taskVerbs = {
  'tasks.page': verb(
    'listed',
    taskQuerySchema.shape,
    z.object({
      as_of: isoTime.nullable(),
      count: z.int(),
      offset: z.int(),
      rows: z.array(foundTaskSchema),
      texts: searchedTextsSchema,
      /** Whether the search read all Tasks. With the `extent` `newest`, the search may stop before the oldest Task. */
      whole: z.boolean(),
    }),
  ),
  /** Writes all matching Tasks with their verdicts and reasons into a file. `tasks` is the number of Tasks in the file. */
  'tasks.export': verb(
    'none',
    { ...exportQuerySchema.shape, ...exportForm },
    z.object({ file: z.string(), name: z.string(), tasks: z.int() }),
  ),
  'tasks.facets': verb(
    'none',
    {},
    z.object({
      statuses: z.array(z.string()),
      task_types: z.array(z.string()),
      codes: z.array(z.string()),
      folders: z.array(z.string()),
      assignees: z.array(z.string()),
    }),
  ),
  'tasks.get': verb('shown', { task: uuid }, taskDetailSchema),
  /**
   * Looks a Task up at the service by its uuid or external_id (docs/service.md 4.3), and returns the uuid of the Task. `foreign`: a Task that
   * this station does not know, as the service has the Task now; null if the station knows the Task (`tasks.get`).
   */
  'tasks.ask': verb(
    'shown',
    { reference: textOfAtMost(LONGEST_REFERENCE) },
    z.object({ uuid: z.string(), foreign: taskDetailSchema.nullable() }),
  ),
  /** Returns the newest stored payload of the Task as indented JSON, with everything that the service sent. */
  'tasks.raw': verb(
    'shown',
    { task: uuid },
    z.object({ taken_at: isoTime, status: z.string(), json: z.string() }),
  ),
  /** Returns the documents and data that this station sent for the Task. */
  'tasks.receipt': verb('shown', { task: uuid }, receiptSchema),
  /** Writes an audit entry before a person prints the Task: the page opens the print dialog only after the response. */
  'tasks.printed': verb('none', { task: uuid, what: z.enum(['report', 'receipt']) }, z.null()),
  /**
   * Writes an audit entry before a person prints a document of the Task: the page opens the print dialog only after the response. A null
   * `page` means all pages.
   */
  'documents.printed': verb(
    'none',
    { task: uuid, item: uuid, page: z.number().int().min(1).nullable() },
    z.null(),
  ),
  /** Returns the texts that the service read in the data items of the Task. Leaves out data items without such a text. */
  'tasks.texts': verb('shown', { task: uuid }, z.array(itemTextSchema)),
  'tasks.look': verb('none', { task: uuid }, z.null()),
  /**
   * Marks the follow-up of several Tasks as done (`cleared` is true) or as open again. If one Task is unknown, changes nothing and rejects
   * with a PlainError.
   */
  'tasks.set-cleared': verb(
    'changed',
    { tasks: z.array(uuid).min(1).max(1_000), cleared: z.boolean() },
    queuedSchema,
  ),
  'tasks.rename': verb('changed', { task: uuid, name: textOfAtMost(LONGEST_NAME) }, queuedSchema),
  /** Asks the service to continue with a waiting Task without new documents or data (docs/service.md 4.5). */
  'tasks.resume': verb('changed', { task: uuid }, queuedSchema),
  /** Sets the external_id of a Task. The external_id must not contain patient data (I11). */
  'tasks.set-external-id': verb(
    'changed',
    { task: uuid, external_id: textOfAtMost(LONGEST_REFERENCE) },
    queuedSchema,
  ),
  /** Whether another Task or submission of this station has the external_id. Several Tasks may share an external_id (docs/service.md 1.7). */
  'tasks.shares-external-id': verb(
    'none',
    { external_id: z.string().max(2 * LONGEST_REFERENCE) },
    z.boolean(),
  ),
  /** Adds a note to the log of the Task at the service (docs/service.md 4.8). The note must not contain patient data (I11). */
  'tasks.add-note': verb('changed', { task: uuid, text: textOfAtMost(LONGEST_NOTE) }, queuedSchema),
  /** Lists journeys, newest first. The Tasks of a journey share a key. A null `key` selects all journeys. */
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
  /**
   * Lists waiting Tasks, longest wait first. Left out are the Tasks that a person answered, set aside or gave up. `answers_not_out` counts
   * the Tasks whose answer the service does not have yet, and `answered` counts the other answered Tasks. With an `assignee`, `count` and `rows` have only the Tasks of this person.
   */
  'waiting.list': verb(
    'listed',
    { assignee: z.string().max(100).nullable().default(null), ...pageInput },
    z.object({
      as_of: isoTime.nullable(),
      count: z.int(),
      answers_not_out: z.int(),
      answered: z.int(),
      set_aside: z.int(),
      given_up: z.int(),
      /** The path of the folder with the documents that complete the sample Tasks; null outside practice mode. */
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
