import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Clock } from '../clock.ts';
import { hasCode } from '../error-code.ts';

/**
 * Locks a file among all processes of this machine until `release`. The lock is SQLite's lock on an empty database, which the system ends
 * with the process, also after kill -9, so that the lock is never stale. Returns null if another process has the lock after `waitMs`
 * milliseconds, which block this thread. Throws the error of the system or of SQLite if the file cannot be created.
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

/** As `holdExclusively`, without blocking the thread for up to `waitMs` milliseconds. */
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

/** Whether any process, this process included, has locked the file. The check does not block another check. */
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

/** Creates a private file. An existing file is not opened here, because closing the file would drop a lock of this process. */
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
