import { z } from 'zod';
import { isoTime, jsonObjectSchema, problemViewSchema } from './common.ts';

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
  /** Whether a person may decide to send the file although Clearfolder refused the file. */
  can_be_sent: z.boolean(),
  /** Whether the file was copied from the Task that the drop corrects. */
  carried: z.boolean(),
});
export type DropFile = z.infer<typeof dropFileSchema>;

/**
 * A document of the corrected Task that Clearfolder could not copy into the drop.
 * - `refused`: The service refuses to provide the document.
 * - `unreachable`: The service cannot be reached.
 * - `other`: There is another reason.
 */
const lostDocumentSchema = z.object({ name: z.string(), why: z.enum(['refused', 'unreachable', 'other']) });
export type LostDocument = z.infer<typeof lostDocumentSchema>;

/** The Task that a drop corrects. `name`, `external_id`, `task_type` and `request_spec` are the values with which the Task was sent. */
const correctionSchema = z.object({
  task: z.string(),
  task_name: z.string(),
  task_type: z.string(),
  request_spec: jsonObjectSchema,
  name: z.string().nullable(),
  external_id: z.string().nullable(),
  /** The names of the documents that were copied from the Task into the drop. */
  documents: z.array(z.string()),
  lost: z.array(lostDocumentSchema),
  /**
   * `task_type`: whether the task type of the last `drops.purpose` differs from the task type of the Task. `request_spec`: the same for the
   * request_spec.
   */
  changed: z.object({ task_type: z.boolean(), request_spec: z.boolean() }),
  /** True if the drop would send exactly the documents, the task type and the request_spec of the Task again. */
  unchanged: z.boolean(),
});
export type DropCorrectionView = z.infer<typeof correctionSchema>;

/** A drop: files that a person added by hand and has not sent yet. The spool contains copies of the files. */
export const dropSchema = z.object({
  id: z.string(),
  opened_at: isoTime,
  /** The uuid of the waiting Task that the person answers with the drop; null if the drop makes new Tasks. */
  task: z.string().nullable(),
  reading: z.boolean(),
  files: z.array(dropFileSchema),
  correction: correctionSchema.nullable(),
});
export type Drop = z.infer<typeof dropSchema>;

/** Whether a drop has files, or is getting files. */
export const isUnsent = ({ reading, files }: Drop): boolean => reading || files.length > 0;

/** Whether a drop makes new Tasks and has something to send. */
export const isDraft = (drop: Drop): boolean =>
  drop.task === null && (isUnsent(drop) || drop.correction !== null);

/** The ids of the new rows of the outbox. Until `undo_until`, a person can withdraw the rows. */
export const queuedSchema = z.object({ ids: z.array(z.string()), undo_until: isoTime });
export type Queued = z.infer<typeof queuedSchema>;
