import { type BigIntStats, constants } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** What tells one version of a file from another without reading it. Inodes are text: they can exceed 2^53. */
export interface FileIdentity {
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: string;
}

export interface ExactIdentity extends FileIdentity {
  readonly ctimeMs: number;
}

/** Reads only; does not follow a symbolic link where the system knows how not to. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Writes over the beginning of a file that exists. Neither a link nor a pipe is written to: whoever may write into a shared folder
 * can leave either there.
 */
export const OVERWRITE_FLAGS = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Replaces the content of a file, or makes the file; of links and pipes as `OVERWRITE_FLAGS`. */
export const WRITE_FLAGS = OVERWRITE_FLAGS | constants.O_CREAT | constants.O_TRUNC;

export function identityOf(stats: BigIntStats): ExactIdentity {
  return {
    size: Number(stats.size),
    mtimeMs: Number(stats.mtimeNs) / 1e6,
    ctimeMs: Number(stats.ctimeNs) / 1e6,
    inode: String(stats.ino),
  };
}

/** Whether both are the same version of the same file. */
export function sameVersion(one: FileIdentity, other: FileIdentity): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs && one.inode === other.inode;
}

/**
 * Whether nothing that a copy keeps tells them apart. Another inode alone says little: a move to another server, a restored
 * backup and some network disks give new numbers to files that nobody touched.
 */
export function sameLook(one: FileIdentity, other: FileIdentity): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs;
}

/** The stats of what stands at `path` itself, or null when nothing does. Other errors are thrown. */
export async function lstatOrNull(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * The same for a path relative to `root`, and null too when a folder on the way there is a link: what it leads to is not in
 * the folder, and no link is followed out of it.
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
