import { z } from 'zod';
import { givenObjectSchema } from '../json-object.ts';
import { verb } from '../verb.ts';
import { DROP_GROUPINGS, dropSchema, queuedSchema } from '../views/drop.ts';

const id = z.string().min(1).max(100);
const taskType = z.string().trim().min(1).max(200);

export const dropVerbs = {
  /** Opens a drop. The desktop then adds files by `drops.add-paths`, and the browser streams files. */
  'drops.open': verb('none', { task: id.nullable().default(null) }, dropSchema),
  /**
   * Adds absolute paths that the system, not the page, named. Only the desktop host offers this verb. Too many files fail with
   * `drop.too-many-files`.
   */
  'drops.add-paths': verb('changed', { drop: id, paths: z.array(z.string().min(1)).min(1) }, dropSchema),
  'drops.get': verb('shown', { drop: id }, dropSchema),
  'drops.list': verb('listed', {}, z.array(dropSchema)),
  'drops.remove-file': verb('none', { drop: id, index: z.int() }, dropSchema),
  /** Sets the purpose of the files: only a file that was sent for the same purpose is a duplicate. The event `drop` follows. */
  'drops.purpose': verb('none', { drop: id, task_type: taskType, request_spec: givenObjectSchema }, z.null()),
  /** Queues the ready files, and with `duplicates` also duplicates. The files wait for the undo time before they are sent. */
  'drops.send': verb(
    'changed',
    {
      drop: id,
      grouping: z.enum(DROP_GROUPINGS),
      task_type: taskType,
      request_spec: givenObjectSchema,
      name: z.string().trim().min(1).max(500).nullable(),
      duplicates: z.boolean(),
    },
    queuedSchema,
  ),
  /** Deletes an unsent drop and its copies, but not the files of the person. */
  'drops.discard': verb('none', { drop: id }, z.null()),
  /** Task types that were used before or that the service named, most used first. */
  'task-types.known': verb('none', {}, z.array(z.string())),
};
