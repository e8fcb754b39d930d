import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { hasCode } from '../../error-code.ts';

const PART = /\.mark\.(\d+)\.part$/;

/** What a small file of JSON beside the ledger says; null where it is gone, damaged or of another form. */
export function readMarkFile<S extends z.ZodType>(path: string, schema: S): z.infer<S> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Replaces it as one durable step, readable by its owner alone. @throws the system's error; the old one is then untouched */
export function writeMarkFile(path: string, value: unknown): void {
  // Of this process alone: another one may write the same mark at the same time.
  const temporary = `${path}.${process.pid}.part`;
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      writeSync(file, `${JSON.stringify(value)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  if (process.platform === 'win32') return;
  const directory = openSync(dirname(path), 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Removes what processes that ended in the middle of writing a mark have left in this folder. Of those that run it leaves all. */
export function removeMarkParts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const writer = Number(PART.exec(name)?.[1] ?? 0);
    // What has the number of this process was left by another one that had it before: nothing is written yet.
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
