import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../error-code.ts';

/**
 * Creates a folder (0700) and its missing parents. Returns whether the folder was missing. Rejects with the system's error. `recursive`
 * of Node never returns under a place such as /proc.
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
