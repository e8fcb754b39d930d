import { basename } from 'node:path';
import { errorCode, identityOf, lstatOrNull } from '../share-io/file-identity.ts';
import { type WalkedFile, walk } from '../share-io/walk.ts';

/** A file that lies at, or below, a place that a person gave. */
export interface DroppedFile extends WalkedFile {
  /** What was given: the file itself, or a folder above it. */
  readonly root: string;
  /** As the person knows it: the file's name, with the folder that was given and those below it. */
  readonly shown: string;
  /** The part of it that the person did not name: junk is told by this alone. */
  readonly below: string;
}

interface Unreadable extends Pick<DroppedFile, 'path' | 'root' | 'shown'> {
  readonly code: string;
}

export interface Found {
  readonly files: readonly DroppedFile[];
  /** What could not be looked at, with the system's code. */
  readonly unreadable: readonly Unreadable[];
  /** There are more than `limit`; the lists are not whole then. */
  readonly tooMany: boolean;
}

/** Finds the files at and below absolute paths, each once, in the order given and by name below. */
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
      else if (!stats.isDirectory()) {
        const kind = stats.isSymbolicLink() ? 'symlink' : stats.isFile() ? 'file' : 'special-file';
        add({ path: root, root, shown: name, below: name, kind, identity: identityOf(stats) });
      } else {
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
