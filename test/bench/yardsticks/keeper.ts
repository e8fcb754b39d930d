import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { unlock } from '../../../src-main/core/ledger/db/cipher.ts';
import { durableEntries } from '../../../src-main/core/share-io/durable-entries.ts';

const CHUNK = 1024 * 1024;

/** What a loop must do with a file to lose and double nothing. */
export interface Kept {
  /** The copy to be sent. */
  readonly path: string;
  /** To be called once the service has answered. */
  accepted(taskUuid: string): Promise<void>;
}

/**
 * What I2 and I3 ask of the disk and no more: a frozen copy with its hash, on the disk with its name; the intent committed to an
 * encrypted database, on the disk before the first byte goes out; the outcome after the last, on the disk with what comes next.
 * Many at once share their writes. One table, no folder to watch, no second station, nothing to show.
 */
export async function createKeeper(dir: string): Promise<(source: string) => Promise<Kept>> {
  const spool = join(dir, 'spool');
  await mkdir(spool, { recursive: true });
  const entries = durableEntries(spool);
  const db = new Database(join(dir, 'loop.db'));
  unlock(db, 'ab'.repeat(32));
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE sent (id TEXT PRIMARY KEY, name TEXT, sha256 TEXT, task TEXT)');
  const intend = db.prepare('INSERT INTO sent (id, name, sha256) VALUES (?, ?, ?)');
  const end = db.prepare('UPDATE sent SET task = ? WHERE id = ?');
  const commit = together(db);
  return async (source) => {
    const id = randomUUID();
    const path = join(spool, id);
    const sha256 = await freeze(source, path);
    entries.add();
    await entries.sync();
    await commit(() => intend.run(id, source, sha256), 'FULL');
    return {
      path,
      accepted: async (taskUuid) => {
        await commit(() => end.run(taskUuid, id), 'NORMAL');
        await unlink(path);
      },
    };
  };
}

/** Copies a file to the disk; gives the SHA-256 of it. */
async function freeze(source: string, path: string): Promise<string> {
  const from = await open(source, 'r');
  const to = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const { size } = await from.stat();
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, size));
    for (;;) {
      const { bytesRead } = await from.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      hash.update(piece);
      await to.write(piece);
    }
    await to.sync();
    return hash.digest('hex');
  } finally {
    await to.close();
    await from.close();
  }
}

/** Commits what comes in one turn of the event loop at once; it waits for the disk where any of it asks for `FULL`. */
function together(db: Database.Database) {
  let waiting: { run: () => unknown; level: 'FULL' | 'NORMAL'; done: () => void }[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    db.pragma(`synchronous = ${batch.some(({ level }) => level === 'FULL') ? 'FULL' : 'NORMAL'}`);
    db.transaction(() => {
      for (const { run } of batch) run();
    })();
    for (const { done } of batch) done();
  };
  return (run: () => unknown, level: 'FULL' | 'NORMAL') =>
    new Promise<void>((done) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ run, level, done });
    });
}
