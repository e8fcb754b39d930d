import { readFile, realpath, statfs } from 'node:fs/promises';

/** ext2-4, XFS, Btrfs, tmpfs, overlay, ZFS, F2FS: file systems of this machine, by the magic number Linux gives. */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010]);

const LOCAL_NAMES = new Set(['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'tmpfs', 'overlay', 'zfs', 'f2fs']);

/**
 * Whether a folder, with everything below it, is known to lie on disks of this machine. There a call for one file takes
 * microseconds and cannot hang; on a share it can hang for minutes, and must not hold up everything else.
 */
export async function isOnLocalDisk(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const info = await statfs(path).catch(() => null);
  if (info === null || !LOCAL.has(info.type)) return false;
  try {
    return !mountsShareBelow(await readFile('/proc/self/mountinfo', 'utf8'), await realpath(path));
  } catch {
    return false;
  }
}

/** Whether anything but a disk of this machine is mounted below a folder, by what stands in /proc/self/mountinfo (proc(5)). */
export function mountsShareBelow(mountInfo: string, folder: string): boolean {
  const inside = folder.endsWith('/') ? folder : `${folder}/`;
  return mountInfo.split('\n').some((line) => {
    const [mount = '', source = ''] = line.split(' - ');
    const at = (mount.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    return at.startsWith(inside) && !LOCAL_NAMES.has(source.split(' ')[0] ?? '');
  });
}
