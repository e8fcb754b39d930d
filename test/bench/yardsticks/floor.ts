import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob, readdirSync } from 'node:fs';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Agent, FormData, request } from 'undici';
import { z } from 'zod';
import { unlock } from '../../../src-main/core/ledger/db/cipher.ts';
import { durableEntries } from '../../../src-main/core/share-io/durable-entries.ts';

const CHUNK = 1024 * 1024;

/** What a loop must do with a file to lose and double nothing. */
interface Kept {
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
async function createKeeper(dir: string): Promise<(source: string) => Promise<Kept>> {
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

/*
 * The bench's floor: posts each file of a folder, and keeps a copy, an intent and an outcome of each durably, so that a crash neither
 * loses nor doubles any. Prints when it begins. Arguments: base_url api_secret folder kept concurrency
 */

const [url = '', secret = '', folder = '', kept = '', concurrency = ''] = process.argv.slice(2);
const AHEAD = 16;
const dispatcher = new Agent({ connections: Number(concurrency) });
const tokenSchema = z.object({ token: z.string() });
const taskSchema = z.object({ uuid: z.string() });

async function post(path: string, body: FormData | string, headers: Record<string, string>) {
  const answer = await request(url + path, { method: 'POST', body, headers, dispatcher });
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return await answer.body.json();
}

const { token } = tokenSchema.parse(
  await post('/auth/get_token', JSON.stringify({ api_secret: secret }), {
    'content-type': 'application/json',
  }),
);
process.stdout.write(`${Date.now()}\n`);
const keep = await createKeeper(kept);
const waiting = readdirSync(folder).sort();
/** What is kept before its turn comes, so that the disk and the service are waited for together. */
const ahead: { name: string; kept: Promise<Kept> }[] = [];
function next() {
  while (ahead.length < AHEAD) {
    const name = waiting.shift();
    if (name === undefined) break;
    ahead.push({ name, kept: keep(join(folder, name)) });
  }
  return ahead.shift();
}
async function lane(): Promise<void> {
  for (let one = next(); one !== undefined; one = next()) {
    const copy = await one.kept;
    const form = new FormData();
    form.set('task_type', 'prior-auth');
    form.set('request_spec', '{}');
    form.set('external_id', crypto.randomUUID());
    form.append('uploads', await openAsBlob(copy.path, { type: 'application/pdf' }), one.name);
    const answer = await post('/task/create', form, { authorization: `Bearer ${token}` });
    await copy.accepted(taskSchema.parse(answer).uuid);
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, lane));
await dispatcher.close();
