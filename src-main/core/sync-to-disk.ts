import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hasCode } from './error-code.ts';

const WINDOWS = process.platform === 'win32';
/** What is said by a file system, such as that of some shares, that has no such call: all it can do has been done. */
const CANNOT = [
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  ...(WINDOWS ? ['EPERM', 'EACCES', 'EISDIR'] : []),
];

/**
 * Makes the entries of a folder durable, as far as its file system can: files that were made or renamed in it keep their names.
 * @throws the system's error of a disk that did not keep them
 */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for syncing; its rename is journalled by the file system.
  if (!WINDOWS) await sync(path, 'r');
}

/** As `syncFolder`, but blocks the thread, and also throws where the file system has no such call. */
export function syncFolderNow(path: string): void {
  if (WINDOWS) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes what was written to a file durable, as far as its file system can. @throws the system's error of a disk that did not keep it */
export async function syncFile(path: string): Promise<void> {
  // Windows syncs only what may be written to.
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
