import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

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
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(value)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  if (process.platform === 'win32') return;
  const directory = openSync(dirname(path), 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
