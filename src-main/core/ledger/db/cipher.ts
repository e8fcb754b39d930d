import Database from 'better-sqlite3';
import { LEDGER_CIPHERS, type LedgerCipher } from '../../../contract/ledger-cipher.ts';
import { type Said, say, verbatim } from '../../../contract/say.ts';
import { codeOf } from '../../error-code.ts';

/** The cipher of a ledger for which no person has chosen a cipher. */
export const USUAL_CIPHER: LedgerCipher = 'aegis-256';

/** The names by which the PRAGMA `cipher` of better-sqlite3-multiple-ciphers knows the ciphers. */
const SCHEMES: Readonly<Record<LedgerCipher, string>> = { 'aegis-256': 'aegis', 'aes-256': 'sqlcipher' };

/** Gives a new, unused connection the key (64 hex digits), and returns the cipher. With a wrong key, the next read throws SQLITE_NOTADB. */
export function unlock(db: Database.Database, key: string): LedgerCipher {
  for (const cipher of LEDGER_CIPHERS) {
    use(db, cipher, key);
    if (isReadable(db)) return cipher;
  }
  use(db, USUAL_CIPHER, key);
  return USUAL_CIPHER;
}

export function withDatabase<T>(
  path: string,
  key: string,
  work: (db: Database.Database, cipher: LedgerCipher) => T,
  options: Database.Options = {},
): T {
  const db = new Database(path, options);
  try {
    return work(db, unlock(db, key));
  } finally {
    db.close();
  }
}

/**
 * Encrypts an open database anew with `key` and `cipher`, in one transaction. If the cipher changes, only a database in WAL mode survives a
 * crash: the first page gets a new salt, and SQLite could not decrypt a rollback journal without the old salt.
 */
export function rekey(db: Database.Database, key: string, cipher: LedgerCipher): void {
  // By default, SQLite would write unencrypted temporary files to the disk.
  db.pragma('temp_store = MEMORY');
  db.pragma(`cipher = '${SCHEMES[cipher]}'`);
  db.pragma(`rekey = "x'${key}'"`);
}

/** Encrypts the ledger with another cipher. Returns false if the disk is full or the ledger is in use; the ledger then keeps its cipher. */
export function changeCipher(db: Database.Database, key: string, cipher: LedgerCipher): boolean {
  try {
    // SQLite leaves WAL mode only if no other process has the ledger open; otherwise the next statement throws. The cipher must not change
    // then, because the other process could not read pages with the new cipher.
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

/** Attaches the database at `path` under the schema name `name`. The attached database must have the key `key`, and may have any cipher. */
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

/** Whether an error of SQLite means that a database is damaged, or is encrypted with another key. */
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

// The ledger stores the cipher that a person chose. If the ledger has another cipher, for instance after an interrupted change, the next
// start encrypts the ledger with the chosen cipher (`open-ledger.ts`).

const KEY = 'ledger.cipher';

export function chosenCipher(db: Database.Database): LedgerCipher {
  const tables = db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'station_state'`).pluck();
  if (tables.get() === 0) return USUAL_CIPHER;
  const value = db.prepare('SELECT value FROM station_state WHERE key = ?').pluck().get(KEY);
  return value === JSON.stringify('aes-256') ? 'aes-256' : USUAL_CIPHER;
}

/** Stores the chosen cipher. Must be called in a transaction. */
export function chooseCipher(db: Database.Database, cipher: LedgerCipher): void {
  db.prepare(
    'INSERT INTO station_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  ).run(KEY, JSON.stringify(cipher));
}

const WORDS: Readonly<Record<LedgerCipher, Said>> = {
  'aegis-256': verbatim('AEGIS-256'),
  'aes-256': say('AES-256 (CBC, with HMAC-SHA512)'),
};

export const cipherWords = (cipher: LedgerCipher): Said => WORDS[cipher];
