import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Said, say } from '../../contract/say.ts';
import type { Clock } from '../clock.ts';
import { holdWhenFree } from '../data-folder/file-lock.ts';
import { makePrivateFolder } from '../data-folder/private-folder.ts';
import { codeOf, hasCode } from '../error-code.ts';
import { onceFree, replaceFile } from '../replace-file.ts';
import { checkByCanary, type SecretStore, SecretStoreError } from './secret-store.ts';

const fileSchema = z.object({ version: z.literal(1), entries: z.record(z.string(), z.string()) });

const LOCK_WAIT_MS = 10_000;

/** Creates a secret store in one JSON file (0600). Several processes may use the file. `describe`: what people read as the file's place. */
export function createFileStore(
  path: string,
  { clock, describe = say('secrets.thePrivateFile', { path }) }: { clock: Clock; describe?: Said },
): SecretStore {
  async function read(): Promise<Map<string, string>> {
    const text = await readOwnFile(path);
    if (text === null) return new Map();
    try {
      return new Map(Object.entries(fileSchema.parse(JSON.parse(text)).entries));
    } catch {
      // The message of the JSON parser may quote secrets in the file, so the error does not contain this message.
      throw new SecretStoreError(
        'secrets.damaged',
        say('secrets.secretsFileDamaged', { path }),
        say('secrets.restoreFileBackup'),
      );
    }
  }

  async function change(edit: (entries: Map<string, string>) => boolean): Promise<void> {
    let hold: { release(): void } | null = null;
    try {
      await makePrivateFolder(dirname(path));
      hold = await holdWhenFree(`${path}.lock`, LOCK_WAIT_MS, clock);
      if (hold === null) throw new Error('another program holds its lock');
      const entries = await read();
      if (!edit(entries)) return;
      const text = JSON.stringify({ version: 1, entries: Object.fromEntries(entries) }, null, 2);
      // The temporary file always has the same name, so that several crashes leave at most one temporary file with secrets.
      await replaceFile(path, `${text}\n`, { suffix: 'new' });
    } catch (error) {
      if (error instanceof SecretStoreError) throw error;
      throw new SecretStoreError(
        'secrets.unwritable',
        say('secrets.cannotWriteSecretsFile', { path, code: codeOf(error) }),
        say('secrets.checkFolderExists'),
      );
    } finally {
      hold?.release();
    }
  }

  const store: Omit<SecretStore, 'check'> = {
    kind: 'file',
    describe: () => describe,
    get: async (name) => (await read()).get(name) ?? null,
    set: (name, value) =>
      change((entries) => {
        if (entries.get(name) === value) return false;
        entries.set(name, value);
        return true;
      }),
    delete: (name) => change((entries) => entries.delete(name)),
  };
  return { ...store, check: () => checkByCanary(store) };
}

// Returns null if there is no file. Rejects with `secrets.unsafe-file` if another user owns or could read or replace the file, or if
// the path is a link. The checks use the open file, so nobody can exchange the file. On Windows, the folder protects the file.
async function readOwnFile(path: string): Promise<string | null> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let file: FileHandle;
  try {
    file = await onceFree(path, () => open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return await nullIfSafe(path);
    if (hasCode(error, 'ELOOP', 'EMLINK'))
      throw unsafe(path, say('secrets.linkAnotherFile'), say('secrets.givePathFileItself'));
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

// Rejects with `secrets.unsafe-file` if another user could replace a new file in the folder.
async function nullIfSafe(path: string): Promise<null> {
  const fault = await folderFault(dirname(path)).catch(() => null);
  if (fault !== null) throw unsafe(path, fault.what, fault.next(path));
  return null;
}

interface Fault {
  readonly what: Said;
  readonly next: (path: string) => Said;
}

function faultOf(stats: Stats): Fault | null {
  if (!stats.isFile())
    return { what: say('secrets.notOrdinaryFile'), next: () => say('secrets.givePathOrdinaryFile') };
  if (process.platform === 'win32') return null;
  if (stats.uid !== process.getuid?.()) {
    return {
      what: say('secrets.belongsAnotherUser'),
      next: (path) => say('secrets.makeAccountRunsOwner', { path }),
    };
  }
  if ((stats.mode & 0o077) !== 0) {
    return {
      what: say('secrets.readChangedUsersComputer'),
      next: (path) => say('secrets.restrictPermissions', { path }),
    };
  }
  return null;
}

async function folderFault(folder: string): Promise<Fault | null> {
  if (process.platform === 'win32') return null;
  const { mode, uid } = await stat(folder);
  if (uid !== 0 && uid !== process.getuid?.()) {
    return {
      what: say('secrets.folderAnotherUser'),
      next: () => say('secrets.moveFileFolderAccount'),
    };
  }
  // In a folder with the sticky bit, such as /tmp, other users may add files but cannot replace the secrets file.
  if ((mode & 0o022) === 0 || (mode & 0o1000) !== 0) return null;
  return {
    what: say('secrets.folderWhereUsersReplace'),
    next: () => say('secrets.restrictPermissionsFolder', { folder }),
  };
}

function unsafe(path: string, what: Said, next: Said): SecretStoreError {
  return new SecretStoreError('secrets.unsafe-file', say('secrets.secretsFileNotUse', { path, what }), next);
}

function unreadable(path: string, error: unknown): SecretStoreError {
  return new SecretStoreError(
    'secrets.unavailable',
    say('secrets.cannotReadSecretsFile', { path, code: codeOf(error) }),
    say('secrets.checkDiskConnectedAccount'),
  );
}
