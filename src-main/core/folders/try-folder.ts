import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderRule } from '../../contract/settings.ts';
import type { Finding } from '../../contract/views/folder.ts';
import { PlainError } from '../plain-error.ts';
import { errorCode, READ_FLAGS } from '../share-io/file-identity.ts';
import { ARCHIVE_FOLDER, CONTROL_FOLDER } from '../share-io/own-folders.ts';
import { walk } from '../share-io/walk.ts';
import { type OwnFolder, refuseOverlaps, refuseOwnFolder } from './overlaps.ts';
import { createSelection } from './scan/selection.ts';

/** Whether a folder can be listed, and one of the files that the rule takes be read. Nothing in it is changed. */
export async function tryReading(rule: Pick<FolderRule, 'path' | 'include' | 'exclude'>): Promise<Finding> {
  const what = 'Reading';
  const select = createSelection(rule);
  const enough = new AbortController();
  let file: string | null = null;
  try {
    await walk({
      root: rule.path,
      signal: enough.signal,
      onFile: ({ path, kind }) => {
        if (file !== null || kind !== 'file' || select(path) !== null) return;
        file = path;
        enough.abort();
      },
    });
  } catch (error) {
    return {
      what,
      state: 'fault',
      words: `Clearfolder cannot list the folder (${errorCode(error)}), so it could not send anything from there.`,
      next: 'Check that the folder exists, that the network drive is connected, and that this account may open the folder.',
    };
  }
  if (file === null) {
    return {
      what,
      state: 'ok',
      words: 'Clearfolder can list the folder. The folder has no files to send now.',
      next: 'Nothing.',
    };
  }
  try {
    const handle = await open(join(rule.path, file), READ_FLAGS);
    await handle.read(Buffer.alloc(1), 0, 1, 0).finally(() => handle.close());
    return {
      what,
      state: 'ok',
      words: 'Clearfolder can list the folder and read a file in it.',
      next: 'Nothing.',
    };
  } catch (error) {
    return {
      what,
      state: 'fault',
      words: `Clearfolder can list the folder but cannot read the first file in it (${errorCode(error)}).`,
      next: 'Let this account read the files in the folder.',
    };
  }
}

/** Whether what was sent can be moved: makes a small file of its own, moves it into the archive, and removes it again. */
export async function tryMoving({ path }: Pick<FolderRule, 'path'>): Promise<Finding> {
  const what = 'Moving';
  const folders = [join(path, CONTROL_FOLDER), join(path, ARCHIVE_FOLDER)] as const;
  const name = `probe-${randomUUID()}`;
  const [source, target] = [join(folders[0], name), join(folders[1], name)];
  const made: string[] = [];
  try {
    for (const folder of folders) if (await makeFolder(folder)) made.push(folder);
    await writeFile(source, 'Clearfolder tests whether it may move files here.\n', { flag: 'wx' });
    await rename(source, target);
    await rm(target);
    return {
      what,
      state: 'ok',
      words: 'Clearfolder could create a test file, move it into the archive folder, and delete it.',
      next: 'Nothing.',
    };
  } catch (error) {
    return {
      what,
      state: 'fault',
      words: `Clearfolder could not move a test file (${errorCode(error)}). Documents would be sent but not moved.`,
      next: 'Let this account write into the folder, or choose to leave files in the folder.',
    };
  } finally {
    for (const one of [source, target]) await rm(one, { force: true }).catch(() => undefined);
    // Only an empty folder goes, and only one that was not there before.
    for (const folder of made) await rmdir(folder).catch(() => undefined);
  }
}

/** What is said instead of `tryMoving` where nothing may be written into the folder (I13). */
export const notMovedInPractice = (): Finding => ({
  what: 'Moving',
  state: 'unknown',
  words: 'Practice mode moves no files, so Clearfolder did not test moving.',
  next: 'Test the folder again when you use your service.',
});

/** Whether documents would be found twice: by this rule and another, or as Clearfolder's own copies. */
export function tryOverlap(
  rule: FolderRule,
  others: readonly FolderRule[],
  { spoolDir, own }: { spoolDir: string; own: OwnFolder },
): Finding {
  const what = 'Other folders';
  try {
    refuseOwnFolder([rule], own);
    refuseOverlaps([...others.filter((other) => other.id !== rule.id), rule], spoolDir);
    return { what, state: 'ok', words: 'No other watched folder has the same files.', next: 'Nothing.' };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return { what, state: 'fault', words: error.message, next: error.next };
  }
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
