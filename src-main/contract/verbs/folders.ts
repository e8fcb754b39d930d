import { z } from 'zod';
import { backlogSchema, folderRuleSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { findingSchema, folderPreviewSchema, folderViewSchema } from '../views/folder.ts';
import { plannedSchema } from './outbox.ts';

const folder = z.string().min(1).max(64);

export const folderVerbs = {
  'folders.list': verb('none', {}, z.array(folderViewSchema)),
  /** Lists the files that a rule would send, hold and ignore now. If `anew` is true, sent files count as unsent. */
  'folders.preview': verb(
    'listed',
    { rule: folderRuleSchema, anew: z.boolean().default(false) },
    folderPreviewSchema,
  ),
  /** Checks the folder and the task type of a rule. If the rule moves files, also checks whether files can be moved. */
  'folders.test': verb('none', { rule: folderRuleSchema }, z.array(findingSchema)),
  /** Sends a test document without patient data as a Task of the type `task_type`, and waits for the response of the service. */
  'task-types.try': verb('none', { task_type: z.string().trim().min(1).max(200) }, findingSchema),
  /** Replaces the rule with the id `replaces`, or adds a rule if `replaces` is null. Saves the settings file; the rule applies at once. */
  'folders.save': verb('none', { rule: folderRuleSchema, replaces: folder.nullable() }, folderViewSchema),
  /** Removes a rule. The ledger keeps the records of the files in the folder. */
  'folders.remove': verb('none', { folder }, z.null()),
  'folders.pause': verb('none', { folder }, z.null()),
  'folders.resume': verb('none', { folder }, z.null()),
  'folders.rescan': verb('none', { folder: folder.nullable() }, z.null()),
  /**
   * Records a person's confirmation that no other station uses the folder. Clearfolder needs the confirmation if Clearfolder cannot write
   * into the folder, or if the folder contains the lease of another station.
   */
  'folders.no-other-station': verb('none', { folder }, z.null()),
  /** Plans the decision about the files that lay in a folder before its rule. The engine carries out the decision at `undo_until`. */
  'folders.decide-backlog': verb('changed', { folder: z.string(), decision: backlogSchema }, plannedSchema),
  /**
   * Plans a decision about the documents of a folder that were sent for another task type or request_spec. `send`: sends each of these
   * documents once as the rule says now. `dismiss`: ends the offer. The engine carries out the decision at `undo_until`.
   */
  'folders.decide-offer': verb(
    'changed',
    { folder: z.string(), decision: z.enum(['send', 'dismiss']) },
    plannedSchema,
  ),
  /** Lists the subfolders of `path`. If `path` is null, lists places to start from, such as the home folder. */
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
