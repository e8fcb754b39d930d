import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type Preferences, preferencesSchema } from '../../contract/views/settings-view.ts';
import { writePrivateFile } from '../../core/data-folder/private-files.ts';
import { codeOf } from '../../core/error-code.ts';
import { PlainError } from '../../core/plain-error.ts';

/** How the app looks for this person: `preferences.json` in the data folder. One that cannot be read counts as none. */
export function openPreferences(dataFolder: string) {
  const path = join(dataFolder, 'preferences.json');
  let known = readKept(path);
  const inLine = pLimit(1);
  return {
    read: (): Preferences => known,
    /** Rejects with a PlainError; what was kept before then stays. */
    save: async (preferences: Preferences): Promise<Preferences> => {
      const write = inLine(() =>
        writePrivateFile(path, `${JSON.stringify(preferences, null, 2)}\n`, randomUUID()),
      );
      await write.catch((error: unknown) => {
        throw new PlainError(
          'preferences.unwritable',
          `Clearfolder could not save your choice (${codeOf(error)}). No document is affected.`,
          'Check that the disk of this computer has free space, then choose again.',
          { cause: error },
        );
      });
      known = preferences;
      return preferences;
    },
  };
}

function readKept(path: string): Preferences {
  try {
    return preferencesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return preferencesSchema.parse({});
  }
}
