import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { LedgerCipher } from '../../../contract/ledger-cipher.ts';
import type { Ledger } from '../db/ledger.ts';
import { isUnreadable, rekey, unlock } from '../db/unlock.ts';
import { ASKED_BEFORE, IS_BACKUP } from './lineage.ts';

/** Whose ledger a copy is of, and when it was made (ISO 8601). Stands in the copy itself. */
export const copyFactsSchema = z.object({
  environment: z.string(),
  station: z.object({ id: z.string(), name: z.string() }),
  madeAt: z.string(),
});
export type CopyFacts = z.infer<typeof copyFactsSchema>;

/** A way of copying a ledger, here or in a thread of its own: `copyLedger` says what it does. */
export type CopyLedger = (
  ledger: Pick<Ledger, 'db'>,
  target: string,
  key: string,
  about?: { readonly facts?: CopyFacts | null; readonly rekeyTo?: string },
) => void | Promise<void>;

/** Where a copy keeps its facts, among the facts of the station. */
export const COPY_FACTS = 'ledger.copied';

/**
 * Writes a consistent, verified copy of the ledger beside whatever else uses it, encrypted with `key` (or `rekeyTo`) and the
 * ledger's cipher, and syncs it. The copy says that it is one: whoever puts it back gets a ledger that may not know what was sent since.
 *
 * @throws when it cannot be written or does not pass its integrity check; nothing is left at `target` then
 */
export function copyLedger(
  ledger: Pick<Ledger, 'db'>,
  target: string,
  key: string,
  { facts = null, rekeyTo = key }: { facts?: CopyFacts | null; rekeyTo?: string } = {},
): void {
  for (const tail of ['', '-journal']) rmSync(target + tail, { force: true });
  try {
    // The library's own backup() cannot copy an encrypted database; VACUUM INTO can, and compacts it.
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
  const copy = new Database(path);
  try {
    const cipher = unlock(copy, key);
    const put = copy.prepare(
      'INSERT INTO station_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    );
    put.run(IS_BACKUP, 'true');
    copy.prepare('DELETE FROM station_state WHERE key = ?').run(ASKED_BEFORE);
    if (facts !== null) put.run(COPY_FACTS, JSON.stringify(facts));
    if (rekeyTo !== key) rekey(copy, rekeyTo, cipher);
  } finally {
    copy.close();
  }
}

function verify(path: string, key: string): void {
  const copy = new Database(path);
  try {
    unlock(copy, key);
    const verdict = copy.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error('the copy does not pass its integrity check');
  } finally {
    copy.close();
  }
}

/** Writes a copy of a database that nothing uses, encrypted with another key and perhaps another cipher, and syncs it. */
export function copyEncrypted(
  path: string,
  key: string,
  target: string,
  { newKey, cipher }: { newKey: string; cipher: LedgerCipher },
): void {
  copyFileSync(path, target);
  const copy = new Database(target);
  try {
    unlock(copy, key);
    copy.pragma('journal_mode = DELETE');
    rekey(copy, newKey, cipher);
  } finally {
    copy.close();
  }
  verify(target, newKey);
  syncFile(target);
}

/** Whether the database at `path` opens with this key. Throws what keeps it from being looked at, such as a lock. */
export function opensWith(path: string, key: string): boolean {
  const db = new Database(path, { timeout: 15_000, fileMustExist: true });
  try {
    unlock(db, key);
    db.pragma('schema_version');
    return true;
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  } finally {
    db.close();
  }
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
