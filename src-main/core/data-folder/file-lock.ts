import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Clock } from '../clock.ts';
import { hasCode } from '../error-code.ts';

/**
 * Holds a file exclusively among all processes of this machine until `release`. The hold is SQLite's lock on an empty
 * database, so the system itself ends it when the process dies, kill -9 included: it is never stale.
 * Gives null where somebody else holds it after `waitMs` milliseconds (which block this thread). Throws the system's or
 * SQLite's error where the file cannot be made.
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

/** As `holdExclusively`, but lets everything else go on while it waits, up to `waitMs` milliseconds. */
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

/** Whether somebody, this process included, holds the file; looks without standing in the way of another looker. */
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

/** Private from the start. A file that exists is not opened here: closing it would drop a lock this process holds on it. */
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
