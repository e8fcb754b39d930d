import { open } from 'node:fs/promises';

/** Makes the entries of a folder durable: files that were made or renamed in it keep their names. Rejects where the file system cannot. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for syncing; its rename is journalled by the file system.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
