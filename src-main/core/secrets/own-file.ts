import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, hasCode } from '../error-code.ts';
import { SecretStoreError } from './secret-store.ts';

/**
 * The text of a secrets file, or null where there is none. Rejects with `secrets.unsafe-file` where anybody but its owner
 * could read or swap it, where it belongs to somebody else, or where it is a link. The checks are made on the open file,
 * so nobody can exchange it in between. Windows has no such modes; there the folder's own protection has to do.
 */
export async function readOwnFile(path: string): Promise<string | null> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let file: FileHandle;
  try {
    file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return await none(path);
    if (hasCode(error, 'ELOOP', 'EMLINK'))
      throw unsafe(path, 'is a link to another file', 'Give the path of the file itself.');
    throw unreadable(path, error);
  }
  try {
    const fault = faultOf(await file.stat()) ?? (await folderFault(dirname(path)));
    if (fault !== null) throw unsafe(path, fault.what, fault.next(path));
    return await file.readFile('utf8');
  } catch (error) {
    throw error instanceof SecretStoreError ? error : unreadable(path, error);
  } finally {
    await file.close();
  }
}

/** No file yet: one that could be swapped at once must not be begun either. */
async function none(path: string): Promise<null> {
  const fault = await folderFault(dirname(path)).catch(() => null);
  if (fault !== null) throw unsafe(path, fault.what, fault.next(path));
  return null;
}

interface Fault {
  readonly what: string;
  readonly next: (path: string) => string;
}

function faultOf(stats: Stats): Fault | null {
  if (!stats.isFile())
    return { what: 'is not an ordinary file', next: () => 'Give the path of an ordinary file.' };
  if (process.platform === 'win32') return null;
  if (stats.uid !== process.getuid?.()) {
    return {
      what: 'belongs to another user',
      next: (path) =>
        `Make the account that runs Clearfolder the owner of the file (chown), or delete the file if you do not know it: ${path}`,
    };
  }
  if ((stats.mode & 0o077) !== 0) {
    return {
      what: 'can be read or changed by other users of this computer',
      next: (path) =>
        `Restrict the permissions: chmod 600 ${path}. Other users may have read the api_secret; ask your administrator for a new api_secret.`,
    };
  }
  return null;
}

async function folderFault(folder: string): Promise<Fault | null> {
  if (process.platform === 'win32') return null;
  const { mode, uid } = await stat(folder);
  if (uid !== 0 && uid !== process.getuid?.()) {
    return {
      what: 'is in a folder of another user, who could replace the file',
      next: () => 'Move the file into a folder of the account that runs Clearfolder.',
    };
  }
  // With the sticky bit, as on /tmp, others may add files but not swap this one.
  if ((mode & 0o022) === 0 || (mode & 0o1000) !== 0) return null;
  return {
    what: 'is in a folder where other users may replace the file',
    next: () => `Restrict the permissions of the folder: chmod go-w ${folder}`,
  };
}

function unsafe(path: string, what: string, next: string): SecretStoreError {
  return new SecretStoreError(
    'secrets.unsafe-file',
    `The secrets file ${path} ${what}, so Clearfolder did not use it. Nothing can be sent until this is corrected; nothing is lost.`,
    next,
  );
}

function unreadable(path: string, error: unknown): SecretStoreError {
  return new SecretStoreError(
    'secrets.unavailable',
    `Clearfolder cannot read the secrets file ${path} (${codeOf(error)}). Without the file nothing can be sent; nothing is lost.`,
    'Check that the disk is connected and that the account that runs Clearfolder may read the file.',
  );
}
