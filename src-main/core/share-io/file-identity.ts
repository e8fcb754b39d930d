import { type BigIntStats, constants } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Tells versions of a file apart without reading the file. Inodes are text, since they can exceed 2^53. */
export interface FileIdentity {
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: string;
}

export interface ExactIdentity extends FileIdentity {
  readonly ctimeMs: number;
}

/** Flags to open a file for reading, and to follow no symbolic link if the system supports that. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Flags to overwrite the beginning of an existing file. No link and no pipe is written to: whoever may write into a shared folder can leave one there. */
export const OVERWRITE_FLAGS = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Flags to replace the content of a file, or to create the file. Links and pipes are refused as with `OVERWRITE_FLAGS`. */
export const WRITE_FLAGS = OVERWRITE_FLAGS | constants.O_CREAT | constants.O_TRUNC;

export function identityOf(stats: BigIntStats): ExactIdentity {
  return {
    size: Number(stats.size),
    mtimeMs: Number(stats.mtimeNs) / 1e6,
    ctimeMs: Number(stats.ctimeNs) / 1e6,
    inode: String(stats.ino),
  };
}

/** Whether both identities are of the same version of the same file. */
export function sameVersion(one: FileIdentity, other: FileIdentity): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs && one.inode === other.inode;
}

/**
 * Whether two identities differ at most in the inode. A move to another server, a restored backup and some network disks give new inodes to
 * files that nobody touched.
 */
export function sameLook(one: FileIdentity, other: FileIdentity): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs;
}

/** The stats of the entry at `path` itself, or null if there is none. @throws other errors of the system */
export async function lstatOrNull(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * The same for a path relative to `root`. Null also if a folder on the way is a link: no link is followed out of `root`.
 */
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

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error));
}
