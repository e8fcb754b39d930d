import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { HELD_OPEN, hasCode } from '../../error-code.ts';
import { onceFreeNow, replaceFileNow } from '../../replace-file.ts';

const PART = /\.mark\.(\d+)(\.\d+)?\.part$/;

/**
 * Returns the content of a small JSON file beside the ledger; null if the file is gone, damaged or of another form. If another program has
 * the file open, waits at most `patienceMs` milliseconds.
 *
 * @throws PlainError `disk.file-held`, because a file that is held open is neither gone nor damaged
 */
export function readMarkFile<S extends z.ZodType>(
  path: string,
  schema: S,
  patienceMs?: number,
): z.infer<S> | null {
  try {
    return schema.parse(JSON.parse(onceFreeNow(path, () => readFileSync(path, 'utf8'), patienceMs)));
  } catch (error) {
    if (hasCode(error, HELD_OPEN)) throw error;
    return null;
  }
}

/** Replaces the file in one durable step. @throws as `replaceFileNow` does */
export function writeMarkFile(path: string, value: unknown, patienceMs?: number): void {
  replaceFileNow(path, `${JSON.stringify(value)}\n`, patienceMs);
}

/** Removes temporary files that killed processes left in this folder. The files of running processes stay. */
export function removeMarkParts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const writer = Number(PART.exec(name)?.[1] ?? 0);
    // This process has written no file yet, so an earlier process with the same id left this file.
    if (writer > 0 && (writer === process.pid || !isRunning(writer)))
      rmSync(join(dir, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}
