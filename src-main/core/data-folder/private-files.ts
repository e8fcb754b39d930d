import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../error-code.ts';
import { syncFolder } from '../sync-to-disk.ts';

/**
 * Replaces a file (0600) with `text` in one step: a reader gets the old or the new text, also after a power cut. Rejects with the system's
 * error. Then the old file is untouched or, if only its folder could not be synced, a power cut may restore the old file.
 */
export async function writePrivateFile(path: string, text: string, suffix: string): Promise<void> {
  const temporary = await writeTemporary(path, text, suffix);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** As `writePrivateFile`, but never replaces: returns false and changes nothing if the file exists. */
export async function createPrivateFile(path: string, text: string, suffix: string): Promise<boolean> {
  const temporary = await writeTemporary(path, text, suffix);
  try {
    await link(temporary, path);
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeTemporary(path: string, text: string, suffix: string): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path)}.${suffix}.tmp`);
  // A crash may have left a file of this name, whose rights the new file must not have.
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await file.close();
  return temporary;
}

/**
 * Creates a folder (0700) and its missing parents. Returns whether the folder was missing. Rejects with the system's error. `recursive` of
 * Node never returns under a place such as /proc.
 */
export async function makePrivateFolder(path: string): Promise<boolean> {
  if (await isFolder(path)) return false;
  const parent = dirname(path);
  if (parent !== path) await makePrivateFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    // Another process may have created the folder just now. A file of that name stays an error.
    if (hasCode(error, 'EEXIST') && (await isFolder(path))) return false;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
