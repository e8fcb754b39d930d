import { z } from 'zod';
import { LEDGER_CIPHERS } from '../ledger-cipher.ts';
import { verb } from '../verb.ts';
import { isoTime, problemViewSchema } from '../views/common.ts';

const backupsSchema = z.object({
  /** When the newest automatic backup was made; null before the first backup. */
  last: isoTime.nullable(),
  count: z.int(),
  /** The folder of the backups. */
  folder: z.string(),
  /** The cipher of the record and of its copies; null while no engine runs. */
  cipher: z.enum(LEDGER_CIPHERS).nullable(),
  /** The other folder for automatic copies; null if the settings name none. */
  copies: z
    .object({
      folder: z.string(),
      hours: z.int(),
      last: isoTime.nullable(),
      problem: problemViewSchema.nullable(),
    })
    .nullable(),
});

/** Automatic copies of the record of what was sent. A copy can be restored only while no engine runs. */
export const backupVerbs = {
  'backups.state': verb('none', {}, backupsSchema),
  'backups.make': verb('none', {}, backupsSchema),
};
