import { type BigIntStats, lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { unlock } from '../../../src-main/core/ledger/db/cipher.ts';

/*
 * The least that a Node program can do to tell what is new in some trees: list them, look at each file, find each in an encrypted table.
 * Arguments: "keep" (fills the table) or "find", the table's file, the trees.
 */

const [mode, table = '', ...folders] = process.argv.slice(2);
const db = new Database(table);
unlock(db, 'ab'.repeat(32));
const look = mode === 'keep' ? keepAll() : findAll();
for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
  const entries = opendirSync(folder, { bufferSize: 1024 });
  for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
    const path = join(folder, entry.name);
    // What the program has written there itself changes with each of its runs.
    if (entry.name === '.clearfolder') continue;
    if (entry.isDirectory()) folders.push(path);
    else look.at(path, lstatSync(path, { bigint: true }));
  }
  entries.closeSync();
}
look.end();
db.close();

function keepAll() {
  db.exec('CREATE TABLE known (path TEXT PRIMARY KEY, size INTEGER, mtime_ns INTEGER, inode INTEGER); BEGIN');
  const insert = db.prepare('INSERT INTO known VALUES (?, ?, ?, ?)');
  return {
    at: (path: string, { size, mtimeNs, ino }: BigIntStats) => void insert.run(path, size, mtimeNs, ino),
    end: () => void db.exec('COMMIT'),
  };
}

function findAll() {
  const known = new Map<string, readonly unknown[]>();
  for (const row of db.prepare('SELECT * FROM known').raw().safeIntegers().iterate()) {
    // Looked at by hand, as the program does here: a schema would take longer than all the rest.
    if (!Array.isArray(row) || typeof row[0] !== 'string') throw new Error('not a table of known files');
    known.set(row[0], row.slice(1));
  }
  return {
    at: (path: string, { size, mtimeNs, ino }: BigIntStats) => {
      const [knownSize, knownMtime, inode] = known.get(path) ?? [];
      if (knownSize !== size || knownMtime !== mtimeNs || inode !== ino) throw new Error(`${path} is new`);
    },
    end: () => undefined,
  };
}
