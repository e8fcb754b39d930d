import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hasCode } from './error-code.ts';

const WINDOWS = process.platform === 'win32';
/** The error codes of a file system that does not support sync, such as some shares. The program ignores these errors and continues. */
const CANNOT = [
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  ...(WINDOWS ? ['EPERM', 'EACCES', 'EISDIR'] : []),
];

/** Makes new names in a folder durable, if the file system supports sync. @throws the system's error if the sync failed */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for syncing, but NTFS journals renames.
  if (!WINDOWS) await sync(path, 'r');
}

/** Syncs a folder as `syncFolder` does, but blocks the thread. @throws the system's error, also if the file system does not support sync */
export function syncFolderNow(path: string): void {
  if (WINDOWS) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes the content of a file durable, if the file system supports sync. @throws the system's error if the sync failed */
export async function syncFile(path: string): Promise<void> {
  await sync(path, WINDOWS ? 'r+' : 'r');
}

async function sync(path: string, flags: string): Promise<void> {
  try {
    const handle = await open(path, flags);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!hasCode(error, ...CANNOT)) throw error;
  }
}
