import { statfs } from 'node:fs/promises';

/** ext2-4, XFS, Btrfs, tmpfs, overlay, ZFS, F2FS: file systems of this machine, by the magic number Linux gives. */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010]);

/**
 * Whether a folder is known to lie on a disk of this machine. There a call for one file takes microseconds and cannot hang;
 * on a share it can hang for minutes, and must not hold up everything else.
 */
export async function isOnLocalDisk(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const info = await statfs(path).catch(() => null);
  return info !== null && LOCAL.has(info.type);
}
