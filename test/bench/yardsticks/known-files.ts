import type { BigIntStats } from 'node:fs';
import Database from 'better-sqlite3';
import { unlock } from '../../../src-main/core/ledger/unlock.ts';

const KEY = 'ab'.repeat(32);

function openEncrypted(path: string): Database.Database {
  const db = new Database(path);
  unlock(db, KEY);
  return db;
}

/** A new encrypted table of files, one row each; `close` commits it. */
export function createKnownFiles(path: string) {
  const db = openEncrypted(path);
  db.exec('CREATE TABLE known (path TEXT PRIMARY KEY, size INTEGER, mtime_ns INTEGER, inode INTEGER); BEGIN');
  const insert = db.prepare('INSERT INTO known VALUES (?, ?, ?, ?)');
  return {
    add(file: string, { size, mtimeNs, ino }: BigIntStats): void {
      insert.run(file, size, mtimeNs, ino);
    },
    close(): void {
      db.exec('COMMIT');
      db.close();
    },
  };
}

/** Reads such a table whole; `has` tells whether a file stands in it as it is now. */
export function readKnownFiles(path: string) {
  const db = openEncrypted(path);
  const known = new Map<string, readonly unknown[]>();
  for (const row of db.prepare('SELECT * FROM known').raw().safeIntegers().iterate()) {
    // Looked at by hand, as the program does here: a schema would take longer than all the rest.
    if (!Array.isArray(row) || typeof row[0] !== 'string') throw new Error('not a table of known files');
    known.set(row[0], row.slice(1));
  }
  db.close();
  return {
    has(file: string, { size, mtimeNs, ino }: BigIntStats): boolean {
      const [knownSize, knownMtime, inode] = known.get(file) ?? [];
      return knownSize === size && knownMtime === mtimeNs && inode === ino;
    },
  };
}
