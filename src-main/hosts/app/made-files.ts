import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../contract/result.ts';
import { say } from '../../contract/say.ts';
import { makePrivateFolder } from '../../core/data-folder/private-folder.ts';
import { codeOf, hasCode } from '../../core/error-code.ts';
import { PlainError } from '../../core/plain-error.ts';
import { resultOf } from '../headless/describe-failure.ts';
import type { FetchedDocument } from './app.ts';
import { isLocked } from './lock/lock-words.ts';

// The maximum number of made files that exist at the same time. A further file replaces the oldest file.
const KEPT = 4;

interface Made {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** Files that Clearfolder makes for a person to save, such as exports. A private folder contains these files until the app stops. */
export interface MadeFiles {
  /** Writes a file and returns the id for `read` and `save`. Rejects with a PlainError. */
  make(name: string, text: AsyncIterable<string>): Promise<string>;
  read(file: string): Promise<Result<FetchedDocument>>;
  /** Copies the file to `target`, a path that the person chose. Never overwrites a file. */
  save(file: string, target: string): Promise<Result<null>>;
  stop(): Promise<void>;
}

export function createMadeFiles(folder: () => string, locked: () => boolean): MadeFiles {
  const files = new Map<string, Made>();

  const find = (file: string): Made => {
    if (locked()) throw isLocked();
    const made = files.get(file);
    if (made !== undefined) return made;
    throw new PlainError(
      'file.not-made',
      say('documents.fileNoLongerExists'),
      say('documents.createFileAgain'),
    );
  };

  async function forget(file: string): Promise<void> {
    const made = files.get(file);
    files.delete(file);
    if (made !== undefined) await rm(made.path, { force: true });
  }

  return {
    make: async (name, text) => {
      const file = randomUUID();
      try {
        await makePrivateFolder(folder());
        const path = join(folder(), file);
        const handle = await open(path, 'wx', 0o600);
        try {
          for await (const part of text) await handle.writeFile(part);
          files.set(file, { name, path, size: (await handle.stat()).size });
        } finally {
          await handle.close();
        }
      } catch (error) {
        await rm(join(folder(), file), { force: true });
        throw error instanceof PlainError ? error : unwritable(error);
      }
      for (const old of [...files.keys()].slice(0, -KEPT)) await forget(old);
      return file;
    },
    read: (file) =>
      resultOf(async () => {
        const { name, path, size } = find(file);
        const mediaType = 'application/octet-stream';
        return {
          name,
          mediaType,
          size,
          stream: () => createReadStream(path),
          dispose: async () => undefined,
        };
      }),
    save: (file, target) =>
      resultOf(async () => {
        const { path } = find(file);
        try {
          await copyFile(path, target, constants.COPYFILE_EXCL);
          await chmod(target, 0o600);
        } catch (error) {
          if (!hasCode(error, 'EEXIST')) throw unwritable(error);
          throw new PlainError(
            'file.exists',
            say('common.fileNameAlreadyExists'),
            say('documents.chooseAnotherName'),
          );
        }
        return null;
      }),
    stop: async () => {
      for (const file of [...files.keys()]) await forget(file).catch(() => undefined);
    },
  };
}

function unwritable(cause: unknown): PlainError {
  return new PlainError(
    'file.unwritable',
    say('documents.cannotWriteFile', {
      code: codeOf(cause),
    }),
    say('common.chooseAnotherFolder'),
    { cause },
  );
}
