import type Database from 'better-sqlite3';

/** Lets a connection read an encrypted ledger. To come before anything else; `key` is 64 hexadecimal digits. */
export function unlock(db: Database.Database, key: string): void {
  db.pragma(`cipher = 'sqlcipher'`);
  db.pragma(`key = "x'${key}'"`);
}
