import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { unlock } from '../../../src-main/core/ledger/unlock.ts';

/** What a loop must do with a file to lose and double nothing. */
export interface Kept {
  /** The copy to be sent. */
  readonly path: string;
  /** To be called once the service has answered. */
  accepted(taskUuid: string): Promise<void>;
}

/**
 * The least that keeps I2 and I3: a frozen copy with its hash, on the disk; the intent committed with synchronous=FULL to an
 * encrypted database before the first byte; the outcome after the last. One table, no folder to watch, no second station,
 * nothing to show.
 */
export async function createKeeper(dir: string): Promise<(source: string) => Promise<Kept>> {
  const spool = join(dir, 'spool');
  await mkdir(spool, { recursive: true });
  const db = new Database(join(dir, 'loop.db'));
  unlock(db, 'ab'.repeat(32));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE sent (id TEXT PRIMARY KEY, name TEXT, sha256 TEXT, task TEXT)');
  const intend = db.prepare('INSERT INTO sent (id, name, sha256) VALUES (?, ?, ?)');
  const end = db.prepare('UPDATE sent SET task = ? WHERE id = ?');
  return async (source) => {
    const bytes = await readFile(source);
    const id = randomUUID();
    const path = join(spool, id);
    await write(await open(path, 'wx', 0o600), bytes);
    intend.run(id, source, createHash('sha256').update(bytes).digest('hex'));
    return {
      path,
      accepted: async (taskUuid) => {
        end.run(taskUuid, id);
        await unlink(path);
      },
    };
  };
}

async function write(copy: FileHandle, bytes: Buffer): Promise<void> {
  try {
    await copy.writeFile(bytes);
    await copy.sync();
  } finally {
    await copy.close();
  }
}
