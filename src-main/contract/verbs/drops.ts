import { z } from 'zod';
import { LONGEST_NAME, LONGEST_REFERENCE, textOfAtMost } from '../characters.ts';
import { givenObjectSchema } from '../json-object.ts';
import { callbackTemplate } from '../settings.ts';
import { verb } from '../verb.ts';
import { DROP_GROUPINGS, dropSchema, queuedSchema } from '../views/drop.ts';

const id = z.string().min(1).max(100);
/**
 * The maximum length of a typed document in characters. The limit exists because a request from the page to the program can have at most 1
 * MiB.
 */
export const MOST_TYPED = 200_000;
const taskType = z.string().trim().min(1).max(200);

export const dropVerbs = {
  /** Opens a drop for an answer to the Task `task`, or for new Tasks if `task` is null. */
  'drops.open': verb('none', { task: id.nullable().default(null) }, dropSchema),
  /** Opens a drop that corrects the Task `task`. After the response, the engine copies the documents of the Task into the drop. */
  'drops.correct': verb('shown', { task: id }, dropSchema),
  /** Adds files and folders. Only the desktop host offers this verb, because the paths must come from the operating system. */
  'drops.add-paths': verb('changed', { drop: id, paths: z.array(z.string().min(1)).min(1) }, dropSchema),
  /**
   * Adds typed text, or a typed JSON object, to the drop as a document with the name `name`. If `replaces` is the index of a file, the
   * document replaces that file.
   */
  'drops.add-text': verb(
    'changed',
    {
      drop: id,
      name: z.string().trim().max(200),
      kind: z.enum(['text', 'json']),
      text: z.string().min(1).max(MOST_TYPED),
      replaces: z.int().nullable().default(null),
    },
    dropSchema,
  ),
  'drops.get': verb('shown', { drop: id }, dropSchema),
  'drops.list': verb('listed', {}, z.array(dropSchema)),
  /**
   * Returns the text of a file, so that a person can edit the text. Works only for text files and JSON files of at most `MOST_TYPED` bytes.
   */
  'drops.text': verb(
    'shown',
    { drop: id, index: z.int() },
    z.object({ name: z.string(), kind: z.enum(['text', 'json']), text: z.string() }),
  ),
  'drops.remove-file': verb('none', { drop: id, index: z.int() }, dropSchema),
  /** Makes a file ready although Clearfolder refused the file as no document. `drops.send` then sends the file. */
  'drops.send-anyway': verb('none', { drop: id, index: z.int() }, dropSchema),
  /** Sets the task type and request_spec. Clearfolder then determines the duplicates for this purpose, and sends the event `drop`. */
  'drops.purpose': verb('none', { drop: id, task_type: taskType, request_spec: givenObjectSchema }, z.null()),
  /** Queues the ready files, and also the duplicates if `duplicates` is true. The outbox sends the files after the undo time. */
  'drops.send': verb(
    'changed',
    {
      drop: id,
      grouping: z.enum(DROP_GROUPINGS),
      task_type: taskType,
      request_spec: givenObjectSchema,
      name: textOfAtMost(LONGEST_NAME).nullable(),
      /**
       * The external_id that the person chose. The value must not contain patient data (I11), and must be null if the drop becomes more
       * than one Task.
       */
      external_id: textOfAtMost(LONGEST_REFERENCE).nullable().default(null),
      callback_template: callbackTemplate.nullable().default(null),
      duplicates: z.boolean(),
      /** True to send a draft without files as one Task that has only the request_spec. */
      only_details: z.boolean().default(false),
      /** In a correction, what the person says has changed compared with the corrected Task; null in any other drop. */
      what_changed: textOfAtMost(500).nullable().default(null),
    },
    queuedSchema,
  ),
  /** Deletes the drop and its spool copies. The files of the person stay where they are. */
  'drops.discard': verb('none', { drop: id }, z.null()),
  /** Lists task types, most used first: those of submissions and folder rules, and those that the service named as allowed. */
  'task-types.known': verb('none', {}, z.array(z.string())),
};
