import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hasCode } from './error-code.ts';

const WINDOWS = process.platform === 'win32';
/** Error codes of a file system without this call, such as some shares. Such a file system can do no more, so the program continues. */
const CANNOT = [
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  ...(WINDOWS ? ['EPERM', 'EACCES', 'EISDIR'] : []),
];

/**
 * Makes the names of created or renamed files in a folder durable, if the file system can.
 * @throws the system's error if the disk did not store the names
 */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for syncing, but its file system journals renames.
  if (!WINDOWS) await sync(path, 'r');
}

/** Like `syncFolder`, but blocks the thread, and also throws if the file system has no such call. */
export function syncFolderNow(path: string): void {
  if (WINDOWS) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes the content of a file durable, if the file system can. @throws the system's error if the disk did not store the content */
export async function syncFile(path: string): Promise<void> {
  // Windows syncs only files that are open for writing.
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
