import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../error-code.ts';
import { syncFolder } from '../sync-to-disk.ts';

/**
 * Replaces a file by `text` as one step: whoever reads it sees the old or the new whole, also after a power cut.
 * The file is readable by its owner alone (0600). Rejects with the system's error; the old file is then untouched, or, where
 * only its folder could not be synced, replaced by one that a power cut may take back.
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

/** As `writePrivateFile`, but never replaces: gives false and changes nothing where the file exists already. */
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
  // A leftover of a crash may have the name; it must not lend its permissions to the new file.
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
 * Makes a folder (0700) and what is missing above it; gives whether it had to. Rejects with the system's error.
 * Not Node's `recursive`, which never returns where a folder that exists takes no subfolder, such as /proc.
 */
export async function makePrivateFolder(path: string): Promise<boolean> {
  if (await isFolder(path)) return false;
  const parent = dirname(path);
  if (parent !== path) await makePrivateFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    // Another process may have made it just now; a file of that name stays an error.
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
