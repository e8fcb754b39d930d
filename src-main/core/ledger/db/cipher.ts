import Database from 'better-sqlite3';
import { codeOf } from '../../error-code.ts';

/** The cipher of the ledger and of its backups, by its name in better-sqlite3-multiple-ciphers: AES-256-CBC with HMAC-SHA512 for each page. */
const CIPHER = 'sqlcipher';

/** Gives a new, unused connection the key (64 hex digits). With a wrong key, the next read throws SQLITE_NOTADB. */
export function unlock(db: Database.Database, key: string): void {
  db.pragma(`cipher = '${CIPHER}'`);
  db.pragma(`key = "x'${key}'"`);
}

export function withDatabase<T>(
  path: string,
  key: string,
  work: (db: Database.Database) => T,
  options: Database.Options = {},
): T {
  const db = new Database(path, options);
  try {
    unlock(db, key);
    return work(db);
  } finally {
    db.close();
  }
}

/** Encrypts an open database anew with `key`, in one transaction. */
export function rekey(db: Database.Database, key: string): void {
  // By default, SQLite would write unencrypted temporary files to the disk.
  db.pragma('temp_store = MEMORY');
  db.pragma(`rekey = "x'${key}'"`);
}

/** Attaches the database at `path`, which must have the key `key`, under the schema name `name`. */
export function attach(db: Database.Database, path: string, key: string, name: string): void {
  db.prepare(`ATTACH ? AS ${name} KEY ?`).run(path, `x'${key}'`);
}

/** Whether an error of SQLite means that a database is damaged, or is encrypted with another key. */
export function isUnreadable(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT');
}
