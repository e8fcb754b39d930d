import type { BigIntStats, StatsFs } from 'node:fs';
import {
  closeSync,
  open as fsOpen,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  read,
  readdirSync,
  readSync,
  statfsSync,
  write,
  writeSync,
} from 'node:fs';
import { open, readdir, readFile, realpath, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isMissing, lstatOrNull } from './file-identity.ts';

export interface OpenFile {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ bytesRead: number }>;
  write(buffer: Buffer, offset: number, length: number): Promise<{ bytesWritten: number }>;
  stat(options: { bigint: true }): Promise<BigIntStats>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** File-system calls into one folder. Every call rejects with the system's error. */
export interface FileCalls {
  /** Returns the stats of an entry, without following a link; null if there is no entry. */
  lstat(path: string): Promise<BigIntStats | null>;
  list(folder: string): Promise<string[]>;
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  /** Returns the number of bytes that this user can still write to the folder's disk. */
  freeBytes(folder: string): Promise<number>;
  /** Runs `work`, which calls the file system itself. `work` counts as one call, so it must make its calls one after another. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** On a local disk, a read or write above this many bytes uses a thread. A smaller one takes less time than a switch to a thread. */
export const LONG_BYTES = 128 * 1024;
const openLater = promisify(fsOpen);
const readLater = promisify(read);
const writeLater = promisify(write);
const syncLater = promisify(fsync);

/** Calls into a folder where calls may hang, such as a share. Every call runs in a thread. */
export const threadedCalls: FileCalls = {
  lstat: lstatOrNull,
  list: readdir,
  open,
  freeBytes: async (folder) => bytesIn(await statfs(folder)),
  run: (work) => work(),
};

/** Calls for a local disk. Most calls take microseconds and run on the main thread. Calls that wait for the disk use a thread. */
export const directCalls: FileCalls = {
  lstat: async (path) => {
    try {
      return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  list: async (folder) => readdirSync(folder),
  // An open with text flags such as 'wx' creates a file and waits for the journal of the file system, so this open uses a thread.
  open: async (path, flags, mode) =>
    openedDirectly(typeof flags === 'number' ? openSync(path, flags) : await openLater(path, flags, mode)),
  freeBytes: async (folder) => bytesIn(statfsSync(folder)),
  run: (work) => work(),
};

export function wrapCalls(calls: FileCalls, around: FileCalls['run']): FileCalls {
  return {
    lstat: (path) => around(() => calls.lstat(path)),
    list: (folder) => around(() => calls.list(folder)),
    open: (...args) => around(() => calls.open(...args)),
    freeBytes: (folder) => around(() => calls.freeBytes(folder)),
    run: (work) => around(() => calls.run(work)),
  };
}

export async function callsFor(folder: string): Promise<FileCalls> {
  return (await isOnLocalDisk(folder)) ? directCalls : threadedCalls;
}

function bytesIn({ bavail, bsize }: StatsFs): number {
  return bavail * bsize;
}

function openedDirectly(fd: number): OpenFile {
  return {
    read: async (buffer, offset, length, position) => {
      if (length > LONG_BYTES) return await readLater(fd, buffer, offset, length, position);
      return { bytesRead: readSync(fd, buffer, offset, length, position) };
    },
    write: async (buffer, offset, length) => {
      if (length > LONG_BYTES) return await writeLater(fd, buffer, offset, length, null);
      return { bytesWritten: writeSync(fd, buffer, offset, length) };
    },
    stat: async ({ bigint }) => fstatSync(fd, { bigint }),
    sync: () => syncLater(fd),
    close: async () => closeSync(fd),
  };
}

/** The values of `type` by which `statfs` on Linux reports local file systems: ext2-4, XFS, Btrfs, tmpfs, overlay, ZFS, F2FS. */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010]);

const LOCAL_NAMES = new Set(['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'tmpfs', 'overlay', 'zfs', 'f2fs']);

/** Whether a folder and all folders below it are on local disks, where calls cannot hang. Always false on Windows and macOS. */
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

/** Whether a file system that is not local is mounted below a folder. `mountInfo` is the text of /proc/self/mountinfo (proc(5)). */
export function mountsShareBelow(mountInfo: string, folder: string): boolean {
  return mountsUnder(mountInfo, folder).some(({ kind }) => !LOCAL_NAMES.has(kind));
}

/** Returns a text that differs after a disk was mounted or unmounted below a folder; '' where no system call tells, as on Windows. */
export async function mountsBelow(path: string): Promise<string> {
  if (process.platform !== 'linux') return '';
  const mounts = mountsUnder(await readFile('/proc/self/mountinfo', 'utf8'), await realpath(path));
  return mounts.map(({ id, at }) => `${id} ${at}`).join('\n');
}

/** Returns the name of a folder's file system, such as `ext4`; '' if unknown. `mountInfo` is the text of /proc/self/mountinfo. */
export function fileSystemOf(mountInfo: string, folder: string): string {
  const above = mountsOf(mountInfo).filter(({ at }) => `${folder}/`.startsWith(at === '/' ? at : `${at}/`));
  // The mount with the longest path contains the folder. Of two mounts at the same path, the later mount hides the earlier mount.
  return above.toSorted((one, other) => one.at.length - other.at.length).at(-1)?.kind ?? '';
}

function mountsUnder(mountInfo: string, folder: string): readonly Mount[] {
  const inside = folder.endsWith('/') ? folder : `${folder}/`;
  return mountsOf(mountInfo).filter(({ at }) => at.startsWith(inside));
}

interface Mount {
  /** A number that each mount gets anew. */
  readonly id: string;
  readonly at: string;
  readonly kind: string;
}

function mountsOf(mountInfo: string): readonly Mount[] {
  return mountInfo.split('\n').map((line) => {
    const [mount = '', source = ''] = line.split(' - ');
    const [id = '', , , , place = ''] = mount.split(' ');
    const at = place.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    return { id, at, kind: source.split(' ')[0] ?? '' };
  });
}
