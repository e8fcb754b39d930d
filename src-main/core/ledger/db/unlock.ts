import type Database from 'better-sqlite3';
import { LEDGER_CIPHERS, type LedgerCipher } from '../../../contract/ledger-cipher.ts';
import { codeOf } from '../../error-code.ts';

/** The cipher of a ledger for which nobody chose one. */
export const USUAL_CIPHER: LedgerCipher = 'aegis-256';

/** The names that the library has for the ciphers. */
const SCHEMES: Readonly<Record<LedgerCipher, string>> = { 'aegis-256': 'aegis', 'aes-256': 'sqlcipher' };

/**
 * Lets a connection read an encrypted ledger; to come before anything else. `key` is 64 hexadecimal digits: a wrong one shows
 * at the first look. Gives the cipher with which the ledger is encrypted.
 */
export function unlock(db: Database.Database, key: string): LedgerCipher {
  for (const cipher of LEDGER_CIPHERS) {
    use(db, cipher, key);
    if (isReadable(db)) return cipher;
  }
  use(db, USUAL_CIPHER, key);
  return USUAL_CIPHER;
}

/**
 * Encrypts an open database anew with a key and a cipher, as one transaction. Where the cipher changes, only in WAL mode: a
 * rollback journal could not be read any more, once the salt in the first page is another.
 */
export function rekey(db: Database.Database, key: string, cipher: LedgerCipher): void {
  // What is put aside meanwhile would lie on the disk unencrypted.
  db.pragma('temp_store = MEMORY');
  db.pragma(`cipher = '${SCHEMES[cipher]}'`);
  db.pragma(`rekey = "x'${key}'"`);
}

/**
 * Encrypts a ledger with another cipher, and leaves it in WAL mode. Gives whether that was done: where it cannot be done, as
 * another process has the ledger open or the disk is full, the ledger stays as it is and can be used; a next start tries again.
 */
export function changeCipher(db: Database.Database, key: string, cipher: LedgerCipher): boolean {
  try {
    // Nobody leaves WAL mode while somebody else has it open, who could read nothing of it any more.
    db.pragma('journal_mode = DELETE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    rekey(db, key, cipher);
    db.pragma('wal_checkpoint(TRUNCATE)');
    return true;
  } catch (error) {
    if (isUnreadable(error)) throw error;
    return false;
  }
}

/** Attaches a database of the same key to a connection, however each of them is encrypted. */
export function attach(db: Database.Database, path: string, key: string, name: string): void {
  const ask = (cipher: LedgerCipher) => {
    db.pragma(`cipher = '${SCHEMES[cipher]}'`);
    db.prepare(`ATTACH ? AS ${name} KEY ?`).run(path, `x'${key}'`);
  };
  try {
    ask('aegis-256');
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    ask('aes-256');
  }
}

/** Whether an error says that a database is damaged, or that its key is another one. */
export function isUnreadable(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT');
}

function use(db: Database.Database, cipher: LedgerCipher, key: string): void {
  db.pragma(`cipher = '${SCHEMES[cipher]}'`);
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
