import { z } from 'zod';
import { backlogSchema, folderRuleSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { findingSchema, folderPreviewSchema, folderViewSchema } from '../views/folder.ts';

const folder = z.string().min(1).max(64);

export const folderVerbs = {
  'folders.list': verb('none', z.strictObject({}), z.array(folderViewSchema)),
  /** What a rule would take and ignore now; writes nothing. */
  'folders.preview': verb('listed', z.strictObject({ rule: folderRuleSchema }), folderPreviewSchema),
  /** Whether the folder can be read, its files moved (where the rule says so), and what is known of the task type. */
  'folders.test': verb('none', z.strictObject({ rule: folderRuleSchema }), z.array(findingSchema)),
  /** Sends a test document without patient data as a Task of this type, and waits for what the service says to it. */
  'task-types.try': verb(
    'none',
    z.strictObject({ task_type: z.string().trim().min(1).max(200) }),
    findingSchema,
  ),
  /** Adds a rule, or changes the one named by `replaces`. Kept in the settings file; takes effect at once. */
  'folders.save': verb(
    'none',
    z.strictObject({ rule: folderRuleSchema, replaces: folder.nullable() }),
    folderViewSchema,
  ),
  /** Stops watching; what was found and sent stays in the ledger. */
  'folders.remove': verb('none', z.strictObject({ folder }), z.null()),
  'folders.pause': verb('none', z.strictObject({ folder }), z.null()),
  'folders.resume': verb('none', z.strictObject({ folder }), z.null()),
  'folders.rescan': verb('none', z.strictObject({ folder: folder.nullable() }), z.null()),
  /** Answers the question of a folder that cannot be written to, or that a station of another account left. */
  'folders.no-other-station': verb('none', z.strictObject({ folder }), z.null()),
  'folders.decide-backlog': verb(
    'changed',
    z.strictObject({ folder: z.string(), decision: backlogSchema }),
    z.null(),
  ),
  /** Folders of this machine below a place, to choose one from; null begins at the usual places. */
  'places.list': verb(
    'none',
    z.strictObject({ path: z.string().nullable() }),
    z.object({
      path: z.string().nullable(),
      parent: z.string().nullable(),
      folders: z.array(z.object({ name: z.string(), path: z.string() })),
    }),
  ),
};
