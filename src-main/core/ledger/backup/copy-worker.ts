import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { unlock } from '../db/cipher.ts';
import { copyLedger, copyOrderSchema } from './copy-ledger.ts';

// This worker thread copies the ledger through its own connection. The copy contains what was committed before the copy began.
const { path, target, key, rekeyTo, facts } = copyOrderSchema.parse(workerData);
const db = new Database(path, { fileMustExist: true, readonly: true, timeout: 15_000 });
try {
  unlock(db, key);
  // By default, SQLite would write unencrypted temporary files to the disk.
  db.pragma('temp_store = MEMORY');
  copyLedger({ db }, target, key, { facts, rekeyTo });
} finally {
  db.close();
}
