import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { diskFull } from '../../disk-full.ts';
import { codeOf } from '../../error-code.ts';
import { PlainError } from '../../plain-error.ts';
import { isUnreadable } from '../db/unlock.ts';
import { copyLedger } from './copy-ledger.ts';
import { syncFolder } from './exchange.ts';

/**
 * Puts a verified copy of a ledger that is about to be migrated at `target`, whole or not at all. One that stands there is of
 * an earlier attempt, and the ledger may have been used since: the new one takes its place.
 *
 * @throws PlainError `ledger.not-copied`; what says that the ledger itself is damaged, as it is
 */
export function copyBeforeMigration(
  db: Database.Database,
  target: string,
  key: string,
  stillDue: () => boolean,
): void {
  // Of this process alone: another one may be at the same.
  const part = `${target}.${process.pid}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyLedger({ db }, part, key);
    // Where another process has migrated it meanwhile, this may be a copy of what came of that.
    if (stillDue()) renameSync(part, target);
    syncFolder(dirname(target));
  } catch (error) {
    if (isUnreadable(error)) throw error;
    throw new PlainError(
      'ledger.not-copied',
      `This version of Clearfolder has to update the record of what was sent, but could not make a backup copy first (${codeOf(error)}). Nothing was changed, and nothing is sent.`,
      `Check that the disk has space for another copy of the record, and that this account may write to ${dirname(target)}. Then start Clearfolder again.`,
      { cause: error },
    );
  } finally {
    rmSync(part, { force: true });
  }
}

/** What is told where a migration itself failed: of a full disk in words, of anything else as it is. */
export function migrationFailure(error: unknown): unknown {
  if (diskFull(error) === null) return error;
  return new PlainError(
    'ledger.not-migrated',
    `This version of Clearfolder has to update the record of what was sent, but the disk has no space for this (${codeOf(error)}). Nothing was changed, and nothing is sent.`,
    'Free some space on the disk of this computer, then start Clearfolder again.',
    { cause: error },
  );
}
