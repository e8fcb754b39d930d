import { type BigIntStats, type Dir, type Dirent, lstatSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { callsFor, directCalls, type FileCalls } from './file-calls.ts';
import { errorCode, type FileIdentity, identityOf, isMissing } from './file-identity.ts';
import { isOwn } from './own-folders.ts';

/** The number of files examined in one turn of the event loop on a local disk. A turn takes about a millisecond. */
const TURN = 256;
const PAGE = 256;
const PENDING = 6;
/** Node.js puts this character into a file name in place of bytes that are not valid UTF-8. */
const ILLEGIBLE = '\uFFFD';
/** Whether a path may come from a name that is not valid UTF-8. Such a path leads to no file, although the file exists. */
export const mayBeIllegible = (path: string) => path.includes(ILLEGIBLE);
/** The error code that a walk reports for an entry whose name is not valid UTF-8. */
export const ILLEGIBLE_NAME = 'EILSEQ';

export interface WalkedFile {
  /** The path relative to the root, with `/` on every system, in the spelling of the file system. */
  readonly path: string;
  readonly identity: FileIdentity;
  /** `symlink`: a link. `special-file`: a pipe, socket or device. Only a `file` is ever sent. */
  readonly kind: 'file' | 'symlink' | 'special-file';
}

export interface WalkTrouble {
  readonly path: string;
  readonly code: string;
}

export interface Walk {
  readonly root: string;
  /** The folder where the walk begins, relative to the root; '' is the root. */
  readonly from?: string;
  readonly onFile: (file: WalkedFile) => void | Promise<void>;
  /** Called for an entry that cannot be examined. `what` is `folder` for a folder that cannot be listed. The walk continues (I8). */
  readonly onTrouble?: (trouble: WalkTrouble, what: 'file' | 'folder') => void;
  readonly signal?: AbortSignal;
  /** The calls into the folder. By default, `callsFor` chooses the calls by the folder's disk. */
  readonly calls?: FileCalls;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const joined = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export function walkedFile(path: string, stats: BigIntStats): WalkedFile {
  const kind = stats.isSymbolicLink() ? 'symlink' : stats.isFile() ? 'file' : 'special-file';
  return { path, identity: identityOf(stats), kind };
}

/** Examines every file below the folder `from`, without following links. @throws only if the folder `from` cannot be listed */
export async function walk(task: Walk): Promise<void> {
  const { root, from = '', onTrouble, signal } = task;
  const folders = [from];
  const illegible = new Set<string>();
  const trouble = (path: string, error: unknown, what: 'file' | 'folder' = 'file') => {
    if (!isMissing(error)) onTrouble?.({ path, code: errorCode(error) }, what);
    else missing(path, what);
  };
  // Reports an entry that cannot be opened because its name is not valid UTF-8. Any other missing entry vanished after the listing.
  const missing = (path: string, what: 'file' | 'folder' = 'file') => {
    if (mayBeIllegible(nameOf(path))) onTrouble?.({ path, code: ILLEGIBLE_NAME }, what);
  };
  // Returns the path of an entry that must be examined now; null for a folder, which is listed later, and for a skipped entry.
  const sort = (folder: string, entry: Dirent): string | null => {
    const path = joined(folder, entry.name);
    if (isOwn(path)) return null;
    if (mayBeIllegible(entry.name)) {
      // Two names that are not valid UTF-8 became the same text in Node.js. At most one of the two files can be examined by this text.
      if (illegible.has(path)) {
        missing(path, entry.isDirectory() ? 'folder' : 'file');
        return null;
      }
      illegible.add(path);
    }
    if (!entry.isDirectory()) return path;
    folders.push(path);
    return null;
  };
  const calls = task.calls ?? (await callsFor(root));
  const found = { sort, trouble, missing };
  const list = calls === directCalls ? listLocal(task, found) : listRemote(task, found, calls);
  let first = true;
  for (let folder = folders.pop(); folder !== undefined && !signal?.aborted; folder = folders.pop()) {
    try {
      await list(folder, folder === '' ? root : `${root}/${folder}`);
    } catch (error) {
      if (first) throw error;
      trouble(folder, error, 'folder');
    }
    first = false;
  }
}

interface Found {
  readonly sort: (folder: string, entry: Dirent) => string | null;
  readonly trouble: (path: string, error: unknown) => void;
  readonly missing: (path: string) => void;
}
type List = (folder: string, at: string) => Promise<void>;

// Lists a folder on a local disk with many direct calls in one turn of the event loop, because threads would cost more than the calls.
function listLocal({ root, onFile, signal }: Walk, { sort, trouble, missing }: Found): List {
  let looked = 0;
  return async (folder, at) => {
    const entries = await opendir(at, { bufferSize: PAGE });
    try {
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (signal?.aborted) return;
        const path = sort(folder, entry);
        if (path === null) continue;
        try {
          const stats = lstatSync(`${root}/${path}`, { bigint: true, throwIfNoEntry: false });
          const going = stats === undefined ? missing(path) : onFile(walkedFile(path, stats));
          if (going !== undefined) await going;
        } catch (error) {
          trouble(path, error);
        }
        looked += 1;
        if (looked % TURN === 0) await nextTurn();
      }
    } finally {
      entries.closeSync();
    }
  };
}

/** Lists a folder where calls may hang, with several calls in threads at the same time. */
function listRemote(
  { root, onFile, signal }: Walk,
  { sort, trouble, missing }: Found,
  calls: FileCalls,
): List {
  const look = async (path: string) => {
    try {
      const stats = await calls.lstat(`${root}/${path}`);
      if (stats === null) missing(path);
      else await onFile(walkedFile(path, stats));
    } catch (error) {
      trouble(path, error);
    }
  };
  return async (folder, at) => {
    const pending = new Set<Promise<void>>();
    for await (const page of pagesOf(at, calls)) {
      for (const entry of page) {
        if (signal?.aborted) break;
        const path = sort(folder, entry);
        if (path === null) continue;
        const looking = look(path).finally(() => pending.delete(looking));
        pending.add(looking);
        if (pending.size >= PENDING) await Promise.race(pending);
      }
      if (signal?.aborted) break;
    }
    await Promise.all(pending);
  };
}

export async function* pagesOf(folder: string, calls: FileCalls): AsyncGenerator<Dirent[]> {
  const entries = await calls.run(() => opendir(folder, { bufferSize: PAGE }));
  try {
    for (;;) {
      const page = await calls.run(() => nextPage(entries));
      if (page.length === 0) return;
      yield page;
    }
  } finally {
    await calls.run(() => entries.close());
  }
}

async function nextPage(entries: Dir): Promise<Dirent[]> {
  const page: Dirent[] = [];
  while (page.length < PAGE) {
    const entry = await entries.read();
    if (entry === null) break;
    page.push(entry);
  }
  return page;
}
