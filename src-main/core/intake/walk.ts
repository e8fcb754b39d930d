import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { errorCode, type FileIdentity, identityOf, isMissing, lstatOrNull } from './file-identity.ts';
import { isOwn } from './own-folders.ts';

const WIDTH = 32;

export interface WalkedFile {
  /** Relative to the root, with `/`, spelt as the file system does. */
  readonly path: string;
  readonly identity: FileIdentity;
  /** A link, pipe, socket or device is nothing to be sent. */
  readonly kind: 'file' | 'symlink' | 'special-file';
}

export interface WalkTrouble {
  readonly path: string;
  readonly code: string;
}

export interface Walk {
  readonly root: string;
  /** Where to begin, relative to the root; '' for all of it. */
  readonly from?: string;
  readonly onFile: (file: WalkedFile) => void | Promise<void>;
  /** An entry that cannot be looked at; the walk goes on (I8). */
  readonly onTrouble?: (trouble: WalkTrouble) => void;
  readonly signal?: AbortSignal;
}

const joined = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

/** Looks at every file below a folder, without following links. Rejects only when the beginning itself cannot be listed. */
export async function walk({ root, from = '', onFile, onTrouble, signal }: Walk): Promise<void> {
  const folders = [from];
  let first = true;
  const trouble = (path: string, error: unknown) => {
    if (!isMissing(error)) onTrouble?.({ path, code: errorCode(error) });
  };

  const look = async (path: string, entry: Dirent) => {
    try {
      const stats = await lstatOrNull(`${root}/${path}`);
      if (stats === null) return;
      const kind = entry.isSymbolicLink() ? 'symlink' : stats.isFile() ? 'file' : 'special-file';
      await onFile({ path, identity: identityOf(stats), kind });
    } catch (error) {
      trouble(path, error);
    }
  };

  const list = async (folder: string) => {
    const pending = new Set<Promise<void>>();
    for await (const entry of await opendir(folder === '' ? root : `${root}/${folder}`, {
      bufferSize: 256,
    })) {
      if (signal?.aborted) break;
      const path = joined(folder, entry.name);
      if (isOwn(path)) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        continue;
      }
      const looking = look(path, entry).finally(() => pending.delete(looking));
      pending.add(looking);
      if (pending.size >= WIDTH) await Promise.race(pending);
    }
    await Promise.all(pending);
  };

  for (let folder = folders.pop(); folder !== undefined && !signal?.aborted; folder = folders.pop()) {
    try {
      await list(folder);
    } catch (error) {
      if (first) throw error;
      trouble(folder, error);
    }
    first = false;
  }
}
