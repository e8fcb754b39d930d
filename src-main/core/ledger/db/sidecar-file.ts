import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { HELD_OPEN, hasCode } from '../../error-code.ts';
import { onceFreeNow, replaceFileNow } from '../../replace-file.ts';

const PART = /\.mark\.(\d+)(\.\d+)?\.part$/;

/**
 * Returns the content of a JSON file beside the ledger; null if the file is missing, damaged or does not match `schema`.
 * @throws PlainError `disk.file-held` if another program still has the file open after `patienceMs` milliseconds
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

/** Replaces the file with `value` as JSON. A crash leaves the old file or the new file. @throws the errors of `replaceFileNow` */
export function writeMarkFile(path: string, value: unknown, patienceMs?: number): void {
  replaceFileNow(path, `${JSON.stringify(value)}\n`, patienceMs);
}

/** Removes the temporary files of `writeMarkFile` that killed processes left in `dir`. Files of running processes stay. */
export function removeMarkParts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const writer = Number(PART.exec(name)?.[1] ?? 0);
    // This process has written no such file yet, so a file with its id comes from an earlier process with the same id.
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
