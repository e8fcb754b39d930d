import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { hasCode } from '../../error-code.ts';
import { syncFolderNow } from '../../sync-to-disk.ts';

const PART = /\.mark\.(\d+)\.part$/;

/** The content of a small JSON file beside the ledger; null if the file is gone, damaged or of another form. */
export function readMarkFile<S extends z.ZodType>(path: string, schema: S): z.infer<S> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/**
 * Replaces the file (0600) in one durable step.
 *
 * @throws the system's error; the old file is unchanged
 */
export function writeMarkFile(path: string, value: unknown): void {
  // The name contains the process id, because another process may write the same file at the same time.
  const temporary = `${path}.${process.pid}.part`;
  try {
    writeFileSync(temporary, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolderNow(dirname(path));
}

/** Removes temporary files that killed processes left in this folder. The files of running processes stay. */
export function removeMarkParts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const writer = Number(PART.exec(name)?.[1] ?? 0);
    // This process has written no file yet, so an earlier process of the same id left this file.
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
