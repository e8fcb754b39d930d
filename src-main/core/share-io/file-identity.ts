import { createHash } from 'node:crypto';
import { type BigIntStats, constants, createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Distinguishes the versions of a file without reading the file. `inode` is text, because inode numbers can exceed 2^53; '0' is an unknown
 * inode. `ctimeMs` is the change time, which every write sets and no program can set back; null is an unknown change time.
 */
export interface FileIdentity {
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: string;
  readonly ctimeMs: number | null;
}

type Look = Pick<FileIdentity, 'size' | 'mtimeMs'>;

/** Flags to open a file for reading. Except on Windows, opening a link fails, and opening a pipe does not block. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Flags to overwrite an existing file without truncating the file. Links and pipes are handled as with `READ_FLAGS`. */
export const OVERWRITE_FLAGS = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Flags to replace the content of a file, or to create a missing file. Links and pipes are handled as with `READ_FLAGS`. */
export const WRITE_FLAGS = OVERWRITE_FLAGS | constants.O_CREAT | constants.O_TRUNC;

export function identityOf(stats: BigIntStats): FileIdentity {
  return {
    size: Number(stats.size),
    mtimeMs: Number(stats.mtimeNs) / 1e6,
    ctimeMs: stats.ctimeNs === 0n ? null : Number(stats.ctimeNs) / 1e6,
    inode: String(stats.ino),
  };
}

/** Removes the inode and the change time, for a disk on which these two change without a change of the file. Changes and returns `stats`. */
export function withoutInode(stats: BigIntStats): BigIntStats {
  return Object.assign(stats, { ino: 0n, ctimeNs: 0n });
}

/** Whether two looks at a file found the same version. An unknown inode or change time is equal to any other. */
export function sameVersion(one: FileIdentity, other: FileIdentity): boolean {
  const sameInode = one.inode === other.inode || one.inode === '0' || other.inode === '0';
  return sameLook(one, other) && sameInode && sameChange(one.ctimeMs, other.ctimeMs);
}

function sameChange(one: number | null, other: number | null): boolean {
  return one === null || other === null || one === other;
}

/**
 * Whether size and modification time are equal. The inodes may differ, because some network disks, moves and restores change inodes. The
 * change times may differ, because a new name, a new link or new rights change the change time.
 */
export function sameLook(one: Look, other: Look): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs;
}

/** Returns the stats of the entry at `path`, without following a link; null if there is no entry. @throws other errors of the system */
export async function lstatOrNull(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Returns the stats as `lstatOrNull` does; null if a folder in `path` is a link, because a link may lead out of `root`. */
export async function lstatBelow(
  root: string,
  path: string,
  lstatAt: (path: string) => Promise<BigIntStats | null> = lstatOrNull,
): Promise<BigIntStats | null> {
  const folders = path.split(sep === '/' ? '/' : /[\\/]/).slice(0, -1);
  let at = root;
  for (const folder of folders) {
    at = join(at, folder);
    if (!(await lstatAt(at))?.isDirectory()) return null;
  }
  return await lstatAt(join(root, path));
}

/** Returns the sha256 of a file, or of its first `most` bytes. */
export async function sha256OfFile(path: string, most = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { end: most - 1 }), hash);
  return hash.digest('hex');
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error));
}
