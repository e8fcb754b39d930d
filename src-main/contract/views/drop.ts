import { z } from 'zod';
import { isoTime, problemViewSchema } from './common.ts';

export const DROP_GROUPINGS = ['each', 'folder', 'together'] as const;
/** Says which files form one Task. `each`: every file. `folder`: every dropped folder, and every single file. `together`: all files. */
export type DropGrouping = (typeof DROP_GROUPINGS)[number];

export const dropFileSchema = z.object({
  index: z.int(),
  /** The path of the file, beginning with the name of the dropped folder; or the name of a single file. */
  path: z.string(),
  size: z.number(),
  media_type: z.string().nullable(),
  state: z.enum(['reading', 'ready', 'refused', 'ignored', 'duplicate']),
  problem: problemViewSchema.nullable(),
  /** The junk rule by which the file is ignored, such as `windows-thumbnails`; otherwise null. */
  ignored_by: z.string().nullable(),
});
export type DropFile = z.infer<typeof dropFileSchema>;

/** Files that a person added. The spool has copies of these files, and nothing is queued yet. */
export const dropSchema = z.object({
  id: z.string(),
  opened_at: isoTime,
  /** The waiting Task that the drop answers; null for a drop of new Tasks. */
  task: z.string().nullable(),
  reading: z.boolean(),
  files: z.array(dropFileSchema),
});
export type Drop = z.infer<typeof dropSchema>;

/** The ids of queued rows, which a person can withdraw until `undo_until`. */
export const queuedSchema = z.object({ ids: z.array(z.string()), undo_until: isoTime });
export type Queued = z.infer<typeof queuedSchema>;
