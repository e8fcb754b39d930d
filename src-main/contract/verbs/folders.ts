import { z } from 'zod';
import { backlogSchema, folderRuleSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { findingSchema, folderPreviewSchema, folderViewSchema } from '../views/folder.ts';

const folder = z.string().min(1).max(64);

export const folderVerbs = {
  'folders.list': verb('none', {}, z.array(folderViewSchema)),
  /** Lists the files that a rule would send and ignore now; with `anew` as for a service that has no document yet. Writes nothing. */
  'folders.preview': verb(
    'listed',
    { rule: folderRuleSchema, anew: z.boolean().default(false) },
    folderPreviewSchema,
  ),
  /** Checks the folder, the task type and, if the rule moves files, whether files can be moved. */
  'folders.test': verb('none', { rule: folderRuleSchema }, z.array(findingSchema)),
  /** Sends a test document without patient data as a Task of this type, and waits for the service's response. */
  'task-types.try': verb('none', { task_type: z.string().trim().min(1).max(200) }, findingSchema),
  /** Adds a rule, or replaces the rule with the id `replaces`. Saves the settings file; the rule applies at once. */
  'folders.save': verb('none', { rule: folderRuleSchema, replaces: folder.nullable() }, folderViewSchema),
  /** Removes a rule. The ledger keeps the records of the files. */
  'folders.remove': verb('none', { folder }, z.null()),
  'folders.pause': verb('none', { folder }, z.null()),
  'folders.resume': verb('none', { folder }, z.null()),
  'folders.rescan': verb('none', { folder: folder.nullable() }, z.null()),
  /**
   * Records a person's confirmation that no other station uses the folder. Clearfolder asks for the confirmation if Clearfolder cannot
   * write in the folder, or if the folder contains a lease of another station.
   */
  'folders.no-other-station': verb('none', { folder }, z.null()),
  'folders.decide-backlog': verb('changed', { folder: z.string(), decision: backlogSchema }, z.null()),
  /** Lists the subfolders of `path`; a null `path` lists the usual starting points. */
  'places.list': verb(
    'none',
    { path: z.string().nullable() },
    z.object({
      path: z.string().nullable(),
      parent: z.string().nullable(),
      folders: z.array(z.object({ name: z.string(), path: z.string() })),
    }),
  ),
};
