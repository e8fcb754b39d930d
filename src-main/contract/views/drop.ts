import { z } from 'zod';
import { isoTime, problemViewSchema } from './common.ts';

export const DROP_GROUPINGS = ['each', 'folder', 'together'] as const;
/** Each file a Task; each dropped folder (and each loose file) a Task; everything one Task. */
export type DropGrouping = (typeof DROP_GROUPINGS)[number];

export const dropFileSchema = z.object({
  index: z.int(),
  /** As the person knows it: the name, with the folders that were dropped before it. */
  path: z.string(),
  size: z.number(),
  media_type: z.string().nullable(),
  state: z.enum(['reading', 'ready', 'refused', 'ignored', 'duplicate']),
  /** Why it is refused or a duplicate. */
  problem: problemViewSchema.nullable(),
  /** The rule that ignores it, such as `thumbs-db`. */
  ignored_by: z.string().nullable(),
});
export type DropFile = z.infer<typeof dropFileSchema>;

/** Files given by hand, copied into the spool and not yet on their way. */
export const dropSchema = z.object({
  id: z.string(),
  opened_at: isoTime,
  /** The waiting Task it is being gathered for; null for a drop that becomes Tasks of its own. */
  task: z.string().nullable(),
  /** Whether files are still being copied or sent from the page. */
  reading: z.boolean(),
  files: z.array(dropFileSchema),
});
export type Drop = z.infer<typeof dropSchema>;

/** What was queued; until `undo_until` it waits, and can be taken back. */
export const queuedSchema = z.object({ ids: z.array(z.string()), undo_until: isoTime });
export type Queued = z.infer<typeof queuedSchema>;
