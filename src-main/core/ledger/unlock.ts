import type Database from 'better-sqlite3';
import { codeOf } from '../error-code.ts';

/** AEGIS-256: every page with a tag and a nonce of its own, at a small part of what the former cipher took. */
const CIPHER = 'aegis';
/** AES-256-CBC with HMAC-SHA512: what ledgers and copies of them were made with before. */
const FORMER_CIPHER = 'sqlcipher';

/**
 * Lets a connection read an encrypted ledger; to come before anything else. `key` is 64 hexadecimal digits: a wrong one shows
 * at the first look. Gives whether it is encrypted as it was formerly, which `rekey` ends.
 */
export function unlock(db: Database.Database, key: string): { former: boolean } {
  use(db, CIPHER, key);
  if (isReadable(db)) return { former: false };
  use(db, FORMER_CIPHER, key);
  if (isReadable(db)) return { former: true };
  use(db, CIPHER, key);
  return { former: false };
}

/**
 * Encrypts an open database anew, as one transaction. Where it is encrypted as it was formerly, only in WAL mode: a rollback
 * journal could not be read any more, once the salt in the first page is another.
 */
export function rekey(db: Database.Database, key: string): void {
  // What is put aside meanwhile would lie on the disk unencrypted.
  db.pragma('temp_store = MEMORY');
  db.pragma(`cipher = '${CIPHER}'`);
  db.pragma(`rekey = "x'${key}'"`);
}

/**
 * Encrypts a ledger that is encrypted as it was formerly as it is now, and leaves it in WAL mode. Where that cannot be done, as
 * another process has it open or the disk is full, it stays as it is and can be used: a next start tries again.
 */
export function encryptAsNow(db: Database.Database, key: string): void {
  try {
    // Nobody leaves WAL mode while somebody else has it open, who could read nothing of it any more.
    db.pragma('journal_mode = DELETE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    rekey(db, key);
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (isUnreadable(error)) throw error;
  }
}

/** Attaches a database of the same key to a connection, however each of them is encrypted. */
export function attach(db: Database.Database, path: string, key: string, name: string): void {
  const ask = (cipher: string) => {
    db.pragma(`cipher = '${cipher}'`);
    db.prepare(`ATTACH ? AS ${name} KEY ?`).run(path, `x'${key}'`);
  };
  try {
    ask(CIPHER);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    ask(FORMER_CIPHER);
  }
}

/** Whether an error says that a database is damaged, or that its key is another one. */
export function isUnreadable(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT');
}

function use(db: Database.Database, cipher: string, key: string): void {
  db.pragma(`cipher = '${cipher}'`);
  db.pragma(`key = "x'${key}'"`);
}

function isReadable(db: Database.Database): boolean {
  try {
    db.pragma('schema_version');
    return true;
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}
