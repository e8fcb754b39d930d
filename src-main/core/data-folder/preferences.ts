import { join } from 'node:path';
import pLimit from 'p-limit';
import { say } from '../../contract/say.ts';
import { type Preferences, preferencesSchema } from '../../contract/views/settings-view.ts';
import { codeOf } from '../error-code.ts';
import { PlainError } from '../plain-error.ts';
import { readNow, replaceFile } from '../replace-file.ts';

/** Reads and writes the preferences in `preferences.json` of the data folder. If the file is missing or unreadable, the defaults apply. */
export function openPreferences(dataFolder: string) {
  const path = pathIn(dataFolder);
  let current = readPreferences(dataFolder);
  const oneAtATime = pLimit(1);
  return {
    read: (): Preferences => current,
    /** Saves preferences. If the promise rejects with a PlainError, the preferences are unchanged. */
    save: async (preferences: Preferences): Promise<Preferences> => {
      const write = oneAtATime(() => replaceFile(path, `${JSON.stringify(preferences, null, 2)}\n`));
      await write.catch((error: unknown) => {
        throw new PlainError(
          'preferences.unwritable',
          say('app.cannotSaveChoice', {
            code: codeOf(error),
          }),
          say('app.checkDiskComputerFree'),
          { cause: error },
        );
      });
      current = preferences;
      return preferences;
    },
  };
}

const pathIn = (dataFolder: string) => join(dataFolder, 'preferences.json');

/** Returns the preferences of a data folder. If the file is missing or unreadable, returns the defaults. */
export function readPreferences(dataFolder: string): Preferences {
  try {
    return preferencesSchema.parse(JSON.parse(readNow(pathIn(dataFolder)).toString()));
  } catch {
    return preferencesSchema.parse({});
  }
}
