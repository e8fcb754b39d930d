import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type { Settings } from '../../contract/settings.ts';
import { writePrivateFile } from '../data-folder/private-files.ts';
import { codeOf, hasCode } from '../error-code.ts';
import { PlainError } from '../plain-error.ts';
import { checkedSettings, withWholePaths } from './load-settings.ts';

/** Settings that can be used, with paths resolved against the place of their file. @throws PlainError `settings.invalid` */
export function settingsToKeep(settings: unknown, file: string): Settings {
  const checked = checkedSettings(
    settings,
    'The settings cannot be saved',
    'Correct the settings named here, then save again. Nothing was changed.',
  );
  return withWholePaths(checked, file);
}

/**
 * Writes the settings file in one step, readable by its owner alone; gives what puts the old one back.
 * Rejects with a PlainError; the old file is then untouched.
 */
export async function writeSettings(file: string, settings: Settings): Promise<() => Promise<void>> {
  const before = await readText(file);
  await write(file, `${JSON.stringify(settings, null, 2)}\n`);
  return async () => {
    if (before === null) await rm(file, { force: true });
    else await write(file, before);
  };
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw unwritable(file, error);
  }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writePrivateFile(file, text, randomUUID());
  } catch (error) {
    // Where only its folder was not synced it is in its place already: the next start reads it, so it must be in force now, too.
    if ((await readText(file).catch(() => null)) !== text) throw unwritable(file, error);
  }
}

function unwritable(file: string, cause: unknown): PlainError {
  return new PlainError(
    'settings.unwritable',
    `Clearfolder cannot write the settings file ${file} (${codeOf(cause)}). Nothing was changed.`,
    'Check that the disk has free space and that this account may write to the file, then save again.',
    { cause },
  );
}
