import { basename } from 'node:path';
import { errorCode, lstatOrNull } from '../share-io/file-identity.ts';
import { type WalkedFile, walk, walkedFile } from '../share-io/walk.ts';

const MAX_NAME = 200;
const MAX_PARTS = 20;
// Matches control characters, invisible characters, and characters that change the direction of text and can disguise a name.
const HIDDEN = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

export interface DroppedFile extends WalkedFile {
  readonly root: string;
  /** The relative path for display, beginning with the name of the dropped file or folder. */
  readonly shown: string;
  /** The path inside the dropped folder, or the name of a dropped file. The junk rules apply to this path. */
  readonly below: string;
}

interface Unreadable extends Pick<DroppedFile, 'path' | 'root' | 'shown'> {
  readonly code: string;
}

export interface Found {
  readonly files: readonly DroppedFile[];
  readonly unreadable: readonly Unreadable[];
  /** Whether more files were found than the caller allowed. If true, `files` and `unreadable` may be incomplete. */
  readonly tooMany: boolean;
}

/**
 * Finds the files at absolute paths and in the folders at these paths: each file once, in the order of `paths`, and within a folder sorted
 * by path. Never rejects: `unreadable` lists unreadable paths with the system's error code. Stops soon after `limit` files.
 */
export async function findDropped(
  paths: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): Promise<Found> {
  const files = new Map<string, DroppedFile>();
  const unreadable: Unreadable[] = [];
  const enough = new AbortController();
  for (const root of paths) {
    const name = basename(root);
    const trouble = (path: string, shown: string, code: string) =>
      void unreadable.push({ path, root, shown, code });
    try {
      const stats = await lstatOrNull(root);
      if (stats === null) trouble(root, name, 'ENOENT');
      else if (!stats.isDirectory()) add({ ...walkedFile(root, stats), root, shown: name, below: name });
      else {
        const below: WalkedFile[] = [];
        await walk({
          root,
          signal: enough.signal,
          onFile: (file) => {
            below.push(file);
            if (files.size + below.length > limit) enough.abort();
          },
          onTrouble: ({ path, code }) => trouble(`${root}/${path}`, `${name}/${path}`, code),
        });
        below.sort((a, b) => (a.path < b.path ? -1 : 1));
        for (const file of below) {
          const { path } = file;
          add({ ...file, path: `${root}/${path}`, root, shown: `${name}/${path}`, below: path });
        }
      }
    } catch (error) {
      trouble(root, name, errorCode(error));
    }
  }
  function add(file: DroppedFile): void {
    if (!files.has(file.path)) files.set(file.path, file);
  }
  return {
    files: [...files.values()],
    unreadable,
    tooMany: enough.signal.aborted || files.size + unreadable.length > limit,
  };
}

/** Returns a relative path for display, without hidden characters, `.` and `..`. The result may differ from the path on disk. */
export function shownPath(path: string): string {
  const parts = path
    .slice(0, 100_000)
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .map((part) => shorten(part.replace(HIDDEN, '').trim()))
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map((part, index) => (index === 0 ? part.replace(/^([A-Za-z]):/, '$1') : part));
  const [name = 'file', ...above] = parts.reverse();
  return [...above.slice(0, MAX_PARTS - 1).reverse(), name].join('/');
}

/** Shortens a long name in the middle. The end of the name stays, because the extension shows the type of the file. */
function shorten(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_NAME) return name;
  return `${letters.slice(0, MAX_NAME - 21).join('')}…${letters.slice(-20).join('')}`;
}
