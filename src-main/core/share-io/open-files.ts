import { readdir, readlink, realpath, stat } from 'node:fs/promises';

/**
 * Returns the inodes of the files below `root` that other programs of this computer hold open now. Only Linux tells, and only about the
 * programs that this account may see. Elsewhere, and for programs on other computers, the inodes are missing.
 */
export async function openElsewhere(root: string): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  if (process.platform !== 'linux') return open;
  const base = await realpath(root).catch(() => root);
  const names = async (path: string) => await readdir(path).catch(() => []);
  for (const id of await names('/proc')) {
    if (!/^[0-9]+$/.test(id) || id === String(process.pid)) continue;
    for (const fd of await names(`/proc/${id}/fd`)) {
      const path = `/proc/${id}/fd/${fd}`;
      // The name is the one under which the program opened the file, also after the file was moved.
      const opened = await readlink(path).catch(() => '');
      const stats = opened.startsWith(`${base}/`)
        ? await stat(path, { bigint: true }).catch(() => null)
        : null;
      if (stats !== null) open.add(String(stats.ino));
    }
  }
  return open;
}
