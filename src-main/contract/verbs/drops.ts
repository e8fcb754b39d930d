import { z } from 'zod';
import { givenObjectSchema } from '../json-object.ts';
import { verb } from '../verb.ts';
import { DROP_GROUPINGS, dropSchema, queuedSchema } from '../views/drop.ts';

const id = z.string().min(1).max(100);
const taskType = z.string().trim().min(1).max(200);

export const dropVerbs = {
  /** Begins a drop; files are then added by `drops.add-paths` (desktop) or streamed (browser). */
  'drops.open': verb('none', z.strictObject({ task: id.nullable().default(null) }), dropSchema),
  /**
   * Absolute paths that the system, not the page, named. Only the desktop host offers it. More files than a drop holds are
   * refused with `drop.too-many-files`, whose words a person understands.
   */
  'drops.add-paths': verb(
    'changed',
    z.strictObject({ drop: id, paths: z.array(z.string().min(1)).min(1) }),
    dropSchema,
  ),
  'drops.get': verb('shown', z.strictObject({ drop: id }), dropSchema),
  'drops.list': verb('listed', z.strictObject({}), z.array(dropSchema)),
  'drops.remove-file': verb('none', z.strictObject({ drop: id, index: z.int() }), dropSchema),
  /** Says what the files are to go for: only what went for the same before is a duplicate. The drop is told anew. */
  'drops.purpose': verb(
    'none',
    z.strictObject({ drop: id, task_type: taskType, request_spec: givenObjectSchema }),
    z.null(),
  ),
  /** Queues the ready files; duplicates only with `duplicates`. They wait for the undo time before they go. */
  'drops.send': verb(
    'changed',
    z.strictObject({
      drop: id,
      grouping: z.enum(DROP_GROUPINGS),
      task_type: taskType,
      request_spec: givenObjectSchema,
      name: z.string().trim().min(1).max(500).nullable(),
      duplicates: z.boolean(),
    }),
    queuedSchema,
  ),
  /** Forgets a drop that was not sent; its copies are removed, the person's own files are not touched. */
  'drops.discard': verb('none', z.strictObject({ drop: id }), z.null()),
  /** Task types that were used before or that the service named, most used first. */
  'task-types.known': verb('none', z.strictObject({}), z.array(z.string())),
};
