import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, rename, unlink, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { type Said, say } from '../../../contract/say.ts';
import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import {
  acceptedAt,
  delayMove,
  endLooks,
  endMove,
  type FileRow,
  type Files,
  giveUpMove,
  lookAgain,
  movedToLookAt,
  movesDue,
  movesFailed,
} from '../../ledger/tables/files.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import {
  errorCode,
  identityOf,
  lstatOrNull,
  sameLook,
  sameVersion,
  sha256OfFile,
} from '../../share-io/file-identity.ts';
import { openElsewhere } from '../../share-io/open-files.ts';
import { ARCHIVE_FOLDER } from '../../share-io/own-folders.ts';
import { syncFile, syncFolder } from '../../sync-to-disk.ts';
import { statOf } from '../file-row.ts';

const BATCH = 100;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3_600_000;
/** The number of quiet times after which a moved file is checked: a program may hold the file open and write the next page. */
const LOOK_QUIET_TIMES = 10;
/** The maximum length of a file name in bytes on all usual file systems. */
const LONGEST_NAME = 255;
/** The error codes by which `link` fails on file systems without hard links. EIO comes from mounts of rclone. */
const NO_LINKS = new Set(['EPERM', 'EIO', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'UNKNOWN']);

export interface MoverParts {
  readonly root: string;
  readonly calls: FileCalls;
  readonly folderId: string;
  /** The quiet time of the rule, in milliseconds. */
  readonly quietMs: number;
  readonly ledger: Ledger;
  readonly files: Files;
  readonly clock: Clock;
  /** Called with the path of a file that is back in the folder. */
  readonly onReturned?: (path: string) => void;
  /** Replaces `link` in tests of file systems without hard links. */
  readonly linkFile?: typeof link;
  /** Replaces `rename` in tests of a disk that is mounted inside the folder. */
  readonly renameFile?: typeof rename;
  /** Replaces the functions that sync files and folders, in tests of failing disks. */
  readonly sync?: { file(path: string): Promise<void>; folder(path: string): Promise<void> };
}

/**
 * Moves the sent files whose move is due into the archive folder, into a subfolder for each day (I4). Moves only a file that is still the
 * sent version, and overwrites no file. A failed move is tried again. Returns the number of moved files.
 */
export async function moveDue(parts: MoverParts): Promise<number> {
  const { ledger, folderId, clock, calls, quietMs } = parts;
  let moved = 0;
  const due = { now: clock.now(), longest: LONGEST_WAIT_MS, limit: BATCH };
  for (const row of movesDue(ledger, folderId, due)) {
    try {
      const done = await calls.run(() => moveOne(parts, row));
      if (done) endMove(ledger, row.id, clock.now() + LOOK_QUIET_TIMES * quietMs);
      else giveUpMove(ledger, row.id);
      if (done) moved += 1;
    } catch {
      parts.files.setGone(row.id, false);
      const wait = Math.min(FIRST_WAIT_MS * 2 ** row.move_attempts, LONGEST_WAIT_MS);
      delayMove(ledger, row.id, clock.now() + wait);
    }
  }
  return moved;
}

/**
 * Checks the moved files of which at least ten quiet times have passed since the move. A program that holds a file open writes on into the
 * moved file. The Task then lacks what was written, and the archive folder must hold sent documents only (I3). Such a file goes back to its
 * place in the folder, where the next scan finds a new version. As long as a program holds a file open, the file is checked again.
 */
export async function lookAtMoved(parts: MoverParts): Promise<void> {
  const { root, ledger, folderId, clock, calls, quietMs, onReturned } = parts;
  const now = clock.now();
  const rows = movedToLookAt(ledger, folderId, { now, longest: LONGEST_WAIT_MS, limit: BATCH });
  if (rows.length === 0) return;
  const open = await openElsewhere(root);
  for (const row of rows) {
    const again = () => lookAgain(ledger, row.id, now + LOOK_QUIET_TIMES * quietMs);
    try {
      const path = await calls.run(() => archivedPath(parts, row));
      if (path === null) endLooks(ledger, row.id, null);
      else if (await calls.run(() => isWritten(path, row))) {
        await calls.run(() => placeBack(join(root, row.path), path, root));
        endLooks(ledger, row.id, 'returned');
        await calls.run(() => unlink(path));
        onReturned?.(row.path);
      } else if (open.has(row.inode)) again();
      else endLooks(ledger, row.id, null);
    } catch {
      again();
    }
  }
}

/** Returns a text for people about sent files that could not be moved; null without such files. */
export function unmovedRemark(ledger: Ledger, folderId: string): Said | null {
  const count = movesFailed(ledger, folderId);
  if (count === 0) return null;
  const folder = ARCHIVE_FOLDER;
  return say('folders.sentFilesNotMoved', { count, folder });
}

async function moveOne(parts: MoverParts, row: FileRow): Promise<boolean> {
  const source = join(parts.root, row.path);
  const isSent = async (path = source) => {
    const stats = await lstatOrNull(path);
    return stats?.isFile() === true && sameVersion(identityOf(stats), statOf(row));
  };
  const isSentOrSame = async (path: string) =>
    (await isSent(path)) || (await isAlready(path, row, 'by-bytes'));
  // If the folder is unreachable, `lstat` throws, and the move is tried again later.
  await lstat(parts.root);
  const target = targetOf(parts, row);
  const aside = join(dirname(target), `.${row.submission_id ?? row.message_id ?? ''}-${row.id}.part`);
  // For a disk that is mounted inside the folder: a rename reaches only its own folders.
  const asideNearby = join(dirname(source), basename(aside));
  // If one of them exists, an earlier move stopped between the rename and the removal.
  for (const left of [aside, asideNearby])
    if ((await lstatOrNull(left)) !== null) return await removeAside(source, left, isSentOrSame);
  if (row.current === 0 || !(await isSent()) || !(await isUntouched(source, row))) return false;
  await makeFolders(parts.root, dirname(target));
  const placed = await place(parts, row, source, target);
  await keepName(parts, placed);
  if (!(await isSent())) {
    await takeBack(source, placed);
    return false;
  }
  parts.files.setGone(row.id, true);
  const rest = await setAside(source, [aside, asideNearby], parts.renameFile ?? rename);
  if (await removeAside(source, rest, isSentOrSame)) return true;
  parts.files.setGone(row.id, false);
  await takeBack(source, placed);
  return false;
}

// The archive uses the day of acceptance, so that a repeated move finds the file that the earlier attempt wrote.
function targetOf({ root, ledger, clock }: MoverParts, row: FileRow): string {
  return join(root, ARCHIVE_FOLDER, localDay(acceptedAt(ledger, row) ?? clock.now()), row.path);
}

/** Returns the path of a moved file; null if a person moved or removed the file, or if the file was copied and so is no longer written. */
async function archivedPath(parts: MoverParts, row: FileRow): Promise<string | null> {
  const target = targetOf(parts, row);
  for (let number = 1; ; number++) {
    const path = numbered(target, number);
    const stats = await lstatOrNull(path);
    if (stats === null) return null;
    if (stats.isFile() && String(stats.ino) === row.inode) return path;
  }
}

async function isWritten(path: string, row: FileRow): Promise<boolean> {
  const stats = await lstat(path, { bigint: true });
  return (
    !sameLook(identityOf(stats), { size: row.size, mtimeMs: row.mtime_ms }) &&
    !(await isAlready(path, row, 'by-bytes'))
  );
}

/** Gives an archived file its old name beside its archived name. If another file has the old name, the next free name is used. */
async function placeBack(source: string, archived: string, root: string): Promise<void> {
  await makeFolders(root, dirname(source));
  const [present, stats] = [await lstatOrNull(source), await lstat(archived, { bigint: true })];
  // A look that the end of the program interrupted may have placed the file already.
  if (present?.ino !== stats.ino) await nameAgain(archived, source);
}

// Renames a file that is to be removed, because another document may take its path at the last moment. No other program writes to the new
// path, so the renamed file can be checked. Returns the new path.
async function setAside(
  source: string,
  [aside, nearby]: readonly [string, string],
  renameFile: typeof rename,
): Promise<string> {
  try {
    await renameFile(source, aside);
    return aside;
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await renameFile(source, nearby);
    return nearby;
  }
}

// Removes the sent file under its name `aside`. Returns true if the sent version was removed; any other file gets its name back.
async function removeAside(
  source: string,
  aside: string,
  isSent: (path: string) => Promise<boolean>,
): Promise<boolean> {
  const isRemoved = await isSent(aside);
  if (!isRemoved) await nameAgain(aside, source);
  await unlink(aside);
  return isRemoved;
}

/** Gives a file its old name back, or the next free name if another file has the old name. */
async function nameAgain(aside: string, source: string): Promise<void> {
  for (let number = 1; ; number++) {
    const path = numbered(source, number);
    try {
      await link(aside, path).catch(async (error: unknown) => {
        if (!NO_LINKS.has(errorCode(error))) throw error;
        await copyFile(aside, path, constants.COPYFILE_EXCL);
      });
      return;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Creates a folder below `root` without following links, because a link could lead the files to another place. */
async function makeFolders(root: string, folder: string): Promise<void> {
  let at = root;
  if (folder === root) return;
  for (const name of relative(root, folder).split(sep)) {
    at = join(at, name);
    await mkdir(at).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    if (!(await lstat(at)).isDirectory()) throw new Error('the path of the archive is a link');
  }
}

/** Makes the new name of a moved file, and the names of new folders above the file, durable. The old name must not be removed earlier. */
async function keepName({ root, sync }: MoverParts, placed: string): Promise<void> {
  const syncDir = sync?.folder ?? syncFolder;
  const names = relative(root, placed).split(sep);
  while (names.pop() !== undefined) await syncDir(join(root, ...names));
}

// Removes the archived name `placed` if `placed` and `source` are hard links to the same file. The source is being written again, and the
// new bytes would also appear under the archived name.
async function takeBack(source: string, placed: string): Promise<void> {
  const [now, archived] = [await lstatOrNull(source), await lstatOrNull(placed)];
  if (now !== null && archived !== null && now.ino === archived.ino && now.dev === archived.dev) {
    await unlink(placed);
  }
}

// Makes a hard link or a copy of the source at the first free numbered path, or keeps the file of an interrupted move. Returns the path.
async function place(parts: MoverParts, row: FileRow, source: string, target: string): Promise<string> {
  const makeLink = parts.linkFile ?? link;
  const syncCopy = parts.sync?.file ?? syncFile;
  const isKept = async (path: string) => {
    if (!(await isAlready(path, row))) return false;
    // The copy of an interrupted move may not be on the disk yet.
    await syncCopy(path);
    return true;
  };
  for (let number = 1; ; number++) {
    const path = numbered(target, number);
    try {
      await makeLink(source, path);
      return path;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') {
        if (await isKept(path)) return path;
        continue;
      }
      if (!NO_LINKS.has(code)) throw error;
    }
    try {
      await copyFile(source, path, constants.COPYFILE_EXCL);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (await isKept(path)) return path;
      continue;
    }
    if (!(await isAlready(path, row))) {
      // The source changed during the copy. The source still exists, so only the copy is removed.
      await unlink(path);
      throw new Error('the copy differs from the sent document');
    }
    await utimes(path, row.mtime_ms / 1000, row.mtime_ms / 1000);
    await syncCopy(path).catch(async (error: unknown) => {
      // After a failed sync, the system may treat unsaved data as saved. The next attempt must therefore write a new copy.
      await unlink(path);
      throw error;
    });
    return path;
  }
}

// Whether a file with the size, time and inode of the sent version has the sent bytes too. Programs can set the time back, as `cp -p` does.
async function isUntouched(path: string, row: FileRow): Promise<boolean> {
  const stats = await lstat(path, { bigint: true });
  const isSame = row.ctime_ms !== null && identityOf(stats).ctimeMs === row.ctime_ms;
  return isSame || (await sha256OfFile(path)) === row.sha256;
}

async function isAlready(path: string, row: FileRow, how?: 'by-bytes'): Promise<boolean> {
  const stats = await lstatOrNull(path);
  if (stats === null || !stats.isFile() || Number(stats.size) !== row.size) return false;
  if (how === undefined && String(stats.ino) === row.inode) return true;
  return (await sha256OfFile(path)) === row.sha256;
}

function numbered(path: string, number: number): string {
  if (number === 1) return path;
  const extension = extname(path);
  const end = ` (${number})${extension}`;
  const stem = [...basename(path, extension)];
  while (stem.length > 1 && Buffer.byteLength(stem.join('') + end) > LONGEST_NAME) stem.pop();
  return join(dirname(path), stem.join('') + end);
}

function localDay(now: number): string {
  const day = new Date(now);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
