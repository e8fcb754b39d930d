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

/** Encrypts an open database anew, as one transaction. Where it is encrypted as formerly, it must not be in WAL mode. */
export function rekey(db: Database.Database, key: string): void {
  db.pragma(`cipher = '${CIPHER}'`);
  db.pragma(`rekey = "x'${key}'"`);
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
