import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PlainError } from '../../plain-error.ts';

/*
 * Putting another database in the place of a ledger that cannot be opened. One rename says that it is to be; whatever ends
 * the program after it, the next one finishes. Nothing that opens the ledger in between may take what is half done for it.
 */

/** The journals first: they would be taken for those of what comes in its place. */
const TAILS = ['-journal', '-wal', '-shm', ''];
const preparedAt = (path: string) => `${path}.restored`;

/** Where a database is made ready before it takes the ledger's place. */
export const incomingAt = (path: string): string => `${path}.incoming`;

/** The name that a ledger which was replaced at this time is kept under. */
export function replacedName(path: string, now: number): string {
  return `${path}.replaced-${new Date(now).toISOString().replaceAll(':', '-')}`;
}

/** Lets the database at `incomingAt(path)`, closed and synced, take the ledger's place; what is there is set aside, never overwritten. Gives the name it has there. */
export function exchangeLedger(path: string): string | null {
  renameSync(incomingAt(path), preparedAt(path));
  syncFolder(dirname(path));
  return finishExchange(path);
}

/** Whether an exchange was begun and not finished. */
export function exchangeIsOpen(path: string): boolean {
  return existsSync(preparedAt(path));
}

/** Ends an exchange that was begun. To be called by whoever holds the data folder, before the ledger is opened. Gives the name of the one set aside. */
export function finishExchange(path: string): string | null {
  if (!exchangeIsOpen(path)) return null;
  // The same name again after an interruption: it is from when the new one was made ready.
  const aside = replacedName(path, statSync(preparedAt(path)).mtimeMs);
  for (const tail of TAILS) if (existsSync(path + tail)) renameSync(path + tail, aside + tail);
  renameSync(preparedAt(path), path);
  syncFolder(dirname(path));
  return aside;
}

/** Removes what a restore has left that was interrupted before it changed anything. */
export function dropIncoming(path: string): void {
  for (const tail of TAILS) rmSync(incomingAt(path) + tail, { force: true });
}

/** What everything but the engine and the restore hears while an exchange is open. */
export function exchangeOpenError(): PlainError {
  return new PlainError(
    'ledger.restoring',
    'A restore of the record of what was sent is running, or was interrupted. Nothing was changed.',
    'Start Clearfolder, which finishes the restore first. Then try again.',
  );
}

export function syncFolder(path: string): void {
  // Windows cannot open a folder for syncing; its rename is journalled by the file system.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
