import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Clock } from '../clock.ts';
import { hasCode } from '../error-code.ts';

/**
 * Locks a file against all other processes of this computer until `release` or the end of this process, even by kill -9.
 * Blocks the thread for up to `waitMs` milliseconds. Returns null if another process still has the lock then.
 * @throws errors of the system or of SQLite if the file cannot be created
 */
export function holdExclusively(path: string, waitMs: number): { release(): void } | null {
  createEmpty(path);
  const database = new Database(path, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => void database.close() };
}

/** Locks a file as `holdExclusively` does, but waits without blocking the thread. */
export async function holdWhenFree(
  path: string,
  waitMs: number,
  clock: Clock,
): Promise<{ release(): void } | null> {
  const end = clock.monotonic() + waitMs;
  for (;;) {
    const hold = holdExclusively(path, 0);
    if (hold !== null || clock.monotonic() > end) return hold;
    await clock.sleep(20);
  }
}

/** Whether any process, including this process, has locked the file. Two simultaneous checks do not block each other. */
export function isHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

function isBusy(error: unknown): boolean {
  return hasCode(error, 'SQLITE_BUSY');
}

// Creates an empty private file. If the file exists, the function does not open the file, because closing the file would release a lock
// that this process has on the file.
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
