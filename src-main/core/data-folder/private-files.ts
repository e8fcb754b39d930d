import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../error-code.ts';
import { syncFolder } from '../sync-to-disk.ts';

/**
 * Replaces a file (0600) atomically: a reader gets the old or the new text, even after a power failure.
 *
 * @throws the system's error. The old file is unchanged, unless only the sync of the folder failed: after that failure the new file is in
 * place, but a power failure may restore the old file
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

/** Like `writePrivateFile`, but never replaces a file: returns false if the file exists. */
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
  // A crash may have left a file with this name and other permissions.
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
 * Creates a folder (0700) and its missing parents. Returns whether the folder was missing. `recursive` of Node is not used, because `mkdir`
 * then never returns under a path such as /proc.
 *
 * @throws the system's error
 */
export async function makePrivateFolder(path: string): Promise<boolean> {
  if (await isFolder(path)) return false;
  const parent = dirname(path);
  if (parent !== path) await makePrivateFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    // Another process may have created the folder in between.
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
