import { z } from 'zod';
import { isoTime, problemViewSchema } from './common.ts';

export const DROP_GROUPINGS = ['each', 'folder', 'together'] as const;
/** Each file becomes a Task; each dropped folder and each single file becomes a Task; all files become one Task. */
export type DropGrouping = (typeof DROP_GROUPINGS)[number];

export const dropFileSchema = z.object({
  index: z.int(),
  /** The name of the file, after the names of the dropped folders. */
  path: z.string(),
  size: z.number(),
  media_type: z.string().nullable(),
  state: z.enum(['reading', 'ready', 'refused', 'ignored', 'duplicate']),
  /** Why the file is refused or a duplicate. */
  problem: problemViewSchema.nullable(),
  /** The rule that ignores the file, such as `thumbs-db`. */
  ignored_by: z.string().nullable(),
});
export type DropFile = z.infer<typeof dropFileSchema>;

/** Files that a person added. The files are copied into the spool and not queued yet. */
export const dropSchema = z.object({
  id: z.string(),
  opened_at: isoTime,
  /** The waiting Task that the drop will answer; null for a drop of new Tasks. */
  task: z.string().nullable(),
  /** Whether files are still being copied or uploaded. */
  reading: z.boolean(),
  files: z.array(dropFileSchema),
});
export type Drop = z.infer<typeof dropSchema>;

/** The ids of queued rows. Until `undo_until` a person can withdraw the rows. */
export const queuedSchema = z.object({ ids: z.array(z.string()), undo_until: isoTime });
export type Queued = z.infer<typeof queuedSchema>;
