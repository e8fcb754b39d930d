import { z } from 'zod';
import { verb } from '../verb.ts';
import { isoTime, problemViewSchema } from '../views/common.ts';

const backupsSchema = z.object({
  last: isoTime.nullable(),
  count: z.int(),
  folder: z.string(),
  /** The state of the second folder for automatic backups; null if the settings name no second folder. */
  copies: z
    .object({
      folder: z.string(),
      hours: z.int(),
      last: isoTime.nullable(),
      problem: problemViewSchema.nullable(),
    })
    .nullable(),
});

/** The verbs for backups of the ledger. No verb restores a backup, because a backup can be restored only while no engine runs. */
export const backupVerbs = {
  'backups.state': verb('none', {}, backupsSchema),
  'backups.make': verb('none', {}, backupsSchema),
};
