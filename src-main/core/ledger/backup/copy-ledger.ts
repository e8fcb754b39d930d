import { chmodSync, closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { say } from '../../../contract/say.ts';
import { diskFull } from '../../disk-full.ts';
import { codeOf } from '../../error-code.ts';
import { PlainError } from '../../plain-error.ts';
import { renameOverNow } from '../../replace-file.ts';
import { syncFolderNow } from '../../sync-to-disk.ts';
import { isUnreadable, rekey, withDatabase } from '../db/cipher.ts';
import type { Ledger } from '../db/ledger.ts';
import { ASKED_BEFORE, IS_BACKUP } from './detect-restore.ts';

/** The station and the time of a copy of the ledger. The copy itself contains these facts. `madeAt` is an ISO 8601 date-time. */
export const copyFactsSchema = z.object({
  environment: z.string(),
  station: z.object({ id: z.string(), name: z.string() }),
  madeAt: z.string(),
});
export type CopyFacts = z.infer<typeof copyFactsSchema>;

export type CopyLedger = (
  ledger: Pick<Ledger, 'db'>,
  target: string,
  key: string,
  about?: { readonly facts?: CopyFacts | null; readonly rekeyTo?: string },
) => void | Promise<void>;

/** The key of `station_state` under which a copy of the ledger contains its `CopyFacts`. */
export const COPY_FACTS = 'ledger.copied';

/**
 * Writes a verified and synced copy of the ledger to `target` with the key `rekeyTo` (default: `key`), while others may use the ledger.
 * The entry `IS_BACKUP` in `station_state` of the copy tells an engine that the copy may lack sent documents.
 * @throws if the copy cannot be written or fails its integrity check; no file is left at `target`
 */
export function copyLedger(
  ledger: Pick<Ledger, 'db'>,
  target: string,
  key: string,
  { facts = null, rekeyTo = key }: { facts?: CopyFacts | null; rekeyTo?: string } = {},
): void {
  for (const tail of ['', '-journal']) rmSync(target + tail, { force: true });
  try {
    // The function `backup()` of better-sqlite3 cannot copy an encrypted database. VACUUM INTO can, and also compacts the copy.
    ledger.db.prepare('VACUUM INTO ?').run(target);
    chmodSync(target, 0o600);
    mark(target, key, facts, rekeyTo);
    verify(target, rekeyTo);
    syncFile(target);
  } catch (error) {
    for (const tail of ['', '-journal']) rmSync(target + tail, { force: true });
    throw error;
  }
}

function mark(path: string, key: string, facts: CopyFacts | null, rekeyTo: string): void {
  withDatabase(path, key, (copy) => {
    const put = copy.prepare(
      'INSERT INTO station_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    );
    put.run(IS_BACKUP, 'true');
    copy.prepare('DELETE FROM station_state WHERE key = ?').run(ASKED_BEFORE);
    if (facts !== null) put.run(COPY_FACTS, JSON.stringify(facts));
    if (rekeyTo !== key) rekey(copy, rekeyTo);
  });
}

function verify(path: string, key: string): void {
  const verdict = withDatabase(path, key, (copy) => copy.pragma('integrity_check(1)', { simple: true }));
  if (verdict !== 'ok') throw new Error('the copy does not pass its integrity check');
}

/** Copies the closed database at `path` to `target` with `newKey`. Verifies the copy, and syncs the copy to the disk. */
export function copyEncrypted(path: string, key: string, target: string, newKey: string): void {
  copyFileSync(path, target);
  withDatabase(target, key, (copy) => {
    copy.pragma('journal_mode = DELETE');
    rekey(copy, newKey);
  });
  verify(target, newKey);
  syncFile(target);
}

/** Whether the key opens the database at `path`; false also for a damaged database. @throws any other error, such as that of a lock */
export function opensWith(path: string, key: string): boolean {
  try {
    withDatabase(path, key, (db) => db.pragma('schema_version'), { timeout: 15_000, fileMustExist: true });
    return true;
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

export const copyOrderSchema = z.object({
  path: z.string(),
  target: z.string(),
  key: z.string(),
  rekeyTo: z.string(),
  facts: copyFactsSchema.nullable(),
});
export type CopyOrder = z.infer<typeof copyOrderSchema>;

/**
 * Writes a verified copy of the ledger to `target` before a migration, and replaces the copy of an earlier attempt. A crash leaves no
 * incomplete copy at `target`. `stillDue`: whether the ledger still needs the migration.
 * @throws PlainError `ledger.not-copied`, or the error of SQLite if the ledger is damaged
 */
export function copyBeforeMigration(
  db: Database.Database,
  target: string,
  key: string,
  stillDue: () => boolean,
): void {
  // The name of the unfinished copy contains the process id, because another process may make a copy at the same time.
  const part = `${target}.${process.pid}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyLedger({ db }, part, key);
    // If another process has migrated the ledger meanwhile, `part` may be a copy of the migrated ledger, so `part` is deleted.
    if (stillDue()) renameOverNow(part, target);
    syncFolderNow(dirname(target));
  } catch (error) {
    if (isUnreadable(error)) throw error;
    throw new PlainError(
      'ledger.not-copied',
      say('ledger.versionUpdateRecordWhat', { code: codeOf(error) }),
      say('ledger.checkDiskRoomAnother', { folder: dirname(target) }),
      { cause: error },
    );
  } finally {
    rmSync(part, { force: true });
  }
}

/** Returns PlainError `ledger.not-migrated` if `error` is that of a full disk; otherwise returns `error` itself. */
export function migrationFailure(error: unknown): unknown {
  if (diskFull(error) === null) return error;
  return new PlainError(
    'ledger.not-migrated',
    say('ledger.versionUpdateRecordWhatSent', { code: codeOf(error) }),
    say('ledger.freeSomeSpaceDiskComputer'),
    { cause: error },
  );
}
