import { z } from 'zod';
import { LEDGER_CIPHERS } from '../ledger-cipher.ts';
import { verb } from '../verb.ts';
import { isoTime, problemViewSchema } from '../views/common.ts';

const backupsSchema = z.object({
  /** When the newest automatic backup was made; null where there is none yet. */
  last: isoTime.nullable(),
  count: z.int(),
  /** The folder they are in. */
  folder: z.string(),
  /** The cipher of the record and of its copies; null while no engine runs. */
  cipher: z.enum(LEDGER_CIPHERS).nullable(),
  /** The other place that copies go to by themselves; null where the settings name none. */
  copies: z
    .object({
      folder: z.string(),
      hours: z.int(),
      last: isoTime.nullable(),
      problem: problemViewSchema.nullable(),
    })
    .nullable(),
});

/** Copies of the record of what was sent, which this station makes by itself. To restore one, the engine must not run. */
export const backupVerbs = {
  'backups.state': verb('none', z.strictObject({}), backupsSchema),
  'backups.make': verb('none', z.strictObject({}), backupsSchema),
};
