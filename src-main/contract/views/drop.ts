import { z } from 'zod';
import { isoTime, problemViewSchema } from './common.ts';

export const DROP_GROUPINGS = ['each', 'folder', 'together'] as const;
/**
 * How the files of a drop are divided into Tasks.
 * - `each`: each file becomes one Task.
 * - `folder`: each dropped folder becomes one Task, and so does each file that was dropped on its own.
 * - `together`: all files become one Task.
 */
export type DropGrouping = (typeof DROP_GROUPINGS)[number];

export const dropFileSchema = z.object({
  index: z.int(),
  /** The path from the name of the dropped folder on, or the file name of a file that was dropped on its own. */
  path: z.string(),
  size: z.number(),
  media_type: z.string().nullable(),
  state: z.enum(['reading', 'ready', 'refused', 'ignored', 'duplicate']),
  problem: problemViewSchema.nullable(),
  /** The name of the junk rule that ignores the file, such as `windows-thumbnails`; null if no junk rule ignores the file. */
  ignored_by: z.string().nullable(),
});
export type DropFile = z.infer<typeof dropFileSchema>;

/** A drop: files that a person added by hand and has not sent yet. The spool contains copies of the files. */
export const dropSchema = z.object({
  id: z.string(),
  opened_at: isoTime,
  /** The uuid of the waiting Task that the person answers with the drop; null if the drop makes new Tasks. */
  task: z.string().nullable(),
  reading: z.boolean(),
  files: z.array(dropFileSchema),
});
export type Drop = z.infer<typeof dropSchema>;

/** The ids of the new rows of the outbox. Until `undo_until`, a person can withdraw the rows. */
export const queuedSchema = z.object({ ids: z.array(z.string()), undo_until: isoTime });
export type Queued = z.infer<typeof queuedSchema>;
