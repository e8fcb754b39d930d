import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../error-code.ts';

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
