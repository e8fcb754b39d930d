import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../error-code.ts';

/**
 * Creates a folder and its missing parents with mode 0700. Returns whether the folder was missing. @throws the system's error
 * Does not use Node's recursive `mkdir`, because that call never returns for a path below a folder such as /proc.
 */
export async function makePrivateFolder(path: string): Promise<boolean> {
  if (await isFolder(path)) return false;
  const parent = dirname(path);
  if (parent !== path) await makePrivateFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    // Another process may have created the folder meanwhile.
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
