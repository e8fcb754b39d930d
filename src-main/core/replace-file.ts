import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { say } from '../contract/say.ts';
import { type Clock, systemClock } from './clock.ts';
import { codeOf, HELD_OPEN, hasCode } from './error-code.ts';
import { PlainError } from './plain-error.ts';
import { syncFolder, syncFolderNow } from './sync-to-disk.ts';

/** The error codes of Windows and of shares for a file that another program, such as a virus scanner or an indexer, has open. */
const HELD = ['EPERM', 'EACCES', 'EBUSY'];
/** The error code of Windows for reading a file that another program has opened for exclusive use. */
const ALONE = ['EBUSY'];
const PATIENCE_MS = 8_000;
/** The maximum wait of a synchronous replacement, in milliseconds. The wait blocks the thread, so it must be short. */
const PATIENCE_NOW_MS = 1_500;
const PAUSE_MS = 50;

/**
 * Renames the file `from` to `to`, and replaces an existing file `to`. If another program has one of the two files open, tries again for
 * `patienceMs` milliseconds. Rejects with the system's error, or after that time with PlainError `disk.file-held`; both files are then
 * unchanged.
 */
export function renameOver(
  from: string,
  to: string,
  { move = rename, ...times }: { move?: typeof rename; patienceMs?: number; clock?: Clock } = {},
): Promise<void> {
  return onceFree(to, () => move(from, to), { ...times, held: HELD });
}

/**
 * Calls `work`, which reads or opens the file at `path`. While another program has the file open for exclusive use, calls `work` again for
 * up to `patienceMs` milliseconds. Rejects with the error of `work`, or after that time with a PlainError `disk.file-held`.
 */
export async function onceFree<T>(
  path: string,
  work: () => Promise<T>,
  { patienceMs = PATIENCE_MS, clock = systemClock, held = ALONE } = {},
): Promise<T> {
  const end = clock.monotonic() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, ...held)) throw error;
      if (clock.monotonic() >= end) throw heldOpen(path, error);
    }
    await clock.sleep(PAUSE_MS);
  }
}

/** Reads a text file in UTF-8. Waits and rejects as `onceFree` does. */
export const readText = (path: string): Promise<string> => onceFree(path, () => readFile(path, 'utf8'));

/** Reads the bytes of a file. Blocks the thread while another program has the file open, but for a shorter time than `readText` waits. */
export const readNow = (path: string): Buffer =>
  onceFreeNow(path, () => readFileSync(path), undefined, ALONE);

/** Renames as `renameOver` does, but blocks the thread. @throws the errors with which `renameOver` rejects */
export function renameOverNow(from: string, to: string, patienceMs?: number): void {
  onceFreeNow(to, () => renameSync(from, to), patienceMs);
}

/**
 * Calls `work`, which uses the file at `path`. While another program has the file open, calls `work` again for up to `patienceMs`
 * milliseconds. Blocks the thread.
 *
 * @throws the error of `work`; after that time a PlainError `disk.file-held`
 */
export function onceFreeNow<T>(path: string, work: () => T, patienceMs = PATIENCE_NOW_MS, held = HELD): T {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    try {
      return work();
    } catch (error) {
      if (!hasCode(error, ...held)) throw error;
      if (waitedMs >= patienceMs) throw heldOpen(path, error);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

function heldOpen(path: string, cause: unknown): PlainError {
  return new PlainError(
    HELD_OPEN,
    say('ledger.cannotUseFile', { path, code: codeOf(cause) }),
    say('ledger.closeProgramFileOpen'),
    { cause },
  );
}

/**
 * Replaces a file (0600) with `text` in one step: a reader gets the old or the new text, also after a power cut. Rejects as `renameOver`
 * does; the old file is then unchanged. Also rejects if the folder could not be synced; a power cut may then restore the old file.
 */
export async function replaceFile(
  path: string,
  text: string,
  { suffix = nextSuffix(), ...times }: { suffix?: string; patienceMs?: number } = {},
): Promise<void> {
  const temporary = await writeTemporary(path, text, suffix);
  try {
    await renameOver(temporary, path, times);
  } catch (error) {
    await remove(temporary);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Replaces a file as `replaceFile` does, but blocks the thread. @throws the errors with which `replaceFile` rejects */
export function replaceFileNow(path: string, text: string, patienceMs?: number): void {
  const temporary = temporaryOf(path, nextSuffix());
  try {
    writeFileSync(temporary, text, { mode: 0o600, flush: true });
    renameOverNow(temporary, path, patienceMs);
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // Another program has the temporary file open, so the temporary file stays.
    }
    throw error;
  }
  syncFolderNow(dirname(path));
}

/** Creates a file (0600) with `text` in one step, as `replaceFile` does. If the file exists, returns false and changes nothing. */
export async function createPrivateFile(path: string, text: string): Promise<boolean> {
  const temporary = await writeTemporary(path, text, nextSuffix());
  try {
    await link(temporary, path);
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await remove(temporary);
  }
}

const temporaryOf = (path: string, suffix: string) =>
  join(dirname(path), `.${basename(path)}.${suffix}.part`);

let written = 0;
// Returns a suffix for the name of a temporary file. The suffix contains the process id, because several processes may write the same file
// at the same time.
function nextSuffix(): string {
  written += 1;
  return `${process.pid}.${written}`;
}

async function writeTemporary(path: string, text: string, suffix: string): Promise<string> {
  const temporary = temporaryOf(path, suffix);
  // A crash may have left a file of this name. The new file must not get the permissions of that file.
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await file.close();
    await remove(temporary);
    throw error;
  }
  await file.close();
  return temporary;
}

/** Removes a temporary file. Another program may have the file open, so a failure is ignored. */
const remove = (temporary: string) => rm(temporary, { force: true }).catch(() => undefined);
