import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { say } from '../../../contract/say.ts';
import { PlainError } from '../../plain-error.ts';
import { renameOverNow } from '../../replace-file.ts';
import { syncFolderNow } from '../../sync-to-disk.ts';
import { attach } from '../db/cipher.ts';
import { jsonColumn, type Ledger, readAll, readNumber, readOne, readValue } from '../db/ledger.ts';
import { readState } from '../db/station-state.ts';
import { type LeftPlace, leftKey, leftSchema, placeRowSchema } from '../tables/folders.ts';
import { forgetTexts } from '../tasks/task-texts.ts';

const objectSchema = z.object({ type: z.string(), name: z.string(), sql: z.string() });

/**
 * Replaces the content of the ledger with the database at `path` in one transaction. That database must have the same schema version and
 * key, and is attached as `copy`. `also.before` runs before the replacement, and `also.after` runs after the replacement.
 */
export function replaceContent(
  ledger: Ledger,
  path: string,
  key: string,
  also: { before: () => void; after: () => void },
): void {
  const { db } = ledger;
  db.pragma('foreign_keys = OFF');
  attach(db, path, key, 'copy');
  try {
    db.exec('BEGIN IMMEDIATE');
    also.before();
    for (const { type, name } of objectsOf(ledger, 'main').reverse()) {
      db.exec(`DROP ${type} IF EXISTS main."${name}"`);
    }
    const objects = objectsOf(ledger, 'copy');
    for (const { type, name, sql } of objects) {
      db.exec(sql);
      if (type === 'table' && !sql.startsWith('CREATE VIRTUAL'))
        db.exec(`INSERT INTO main."${name}" SELECT * FROM copy."${name}"`);
    }
    forgetTexts(db);
    db.exec('DELETE FROM main.sqlite_sequence');
    db.exec('INSERT INTO main.sqlite_sequence SELECT * FROM copy.sqlite_sequence');
    db.pragma(`main.user_version = ${Number(db.pragma('copy.user_version', { simple: true }))}`);
    also.after();
    const broken = db.prepare('SELECT count(*) FROM pragma_foreign_key_check').pluck().get();
    if (broken !== 0) throw new Error('the backup has rows that belong to no other');
    db.exec('COMMIT');
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    db.exec('DETACH copy');
    db.pragma('foreign_keys = ON');
  }
  db.pragma('wal_checkpoint(TRUNCATE)');
}

// Returns the schema objects in the order in which the caller creates them. The caller fills each table at once, before indexes can slow
// down the inserts and before triggers can refuse rows of the audit. Shadow tables are left out, because SQLite creates and drops them
// together with their virtual table.
function objectsOf({ db }: Ledger, schema: 'main' | 'copy') {
  return readAll(
    db.prepare(
      `SELECT type, name, sql FROM ${schema}.sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' AND sql IS NOT NULL
         AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = '${schema}' AND type = 'shadow')
       ORDER BY CASE type WHEN 'table' THEN 1 WHEN 'index' THEN 2 WHEN 'view' THEN 3 ELSE 4 END, rowid`,
    ),
    objectSchema,
  );
}

const OF_TASKS = [
  ['task', 'uuid', 'uuid'],
  ['task_history', 'task_uuid', 'id'],
  ['snapshot', 'task_uuid', 'id'],
  ['task_verdict', 'task_uuid', 'position'],
  ['verdict_reason', 'task_uuid', 'position'],
  ['task_wait', 'task_uuid', 'since_us'],
] as const;

/**
 * Copies rows into the attached database `copy`, which is about to replace the ledger: all submissions and messages, the folders and Tasks
 * that `copy` lacks, and later entries of the audit if the audit of `copy` equals the beginning of the present audit.
 */
export function carryOver(ledger: Ledger): void {
  const { db } = ledger;
  carryPlaces(ledger);
  const columns = (table: string) =>
    z
      .array(z.object({ name: z.string() }))
      .parse(db.pragma(`main.table_info(${table})`))
      .map(({ name }) => name);
  for (const [owner, id] of [
    ['submission', 'submission_id'],
    ['message', 'message_id'],
  ] as const) {
    const names = columns(owner).filter((name) => name !== 'seq');
    const set = names.map((name) => `${name} = excluded.${name}`).join(', ');
    db.exec(
      `INSERT INTO copy.${owner} (seq, ${names.join(', ')})
         SELECT (SELECT COALESCE(MAX(seq), 0) FROM copy.${owner}) + seq, ${names.join(', ')} FROM main.${owner} WHERE true ORDER BY seq
         ON CONFLICT (id) DO UPDATE SET ${set}`,
    );
    db.exec(`DELETE FROM copy.${owner}_file WHERE ${id} IN (SELECT id FROM main.${owner})`);
    db.exec(`INSERT INTO copy.${owner}_file SELECT * FROM main.${owner}_file`);
  }
  // Each Task that `copy` lacks needs a row there. Otherwise tracking would treat the Task as one of another station.
  db.exec('CREATE TEMP TABLE stranger (uuid TEXT PRIMARY KEY)');
  db.exec(
    'INSERT INTO temp.stranger SELECT uuid FROM main.task WHERE uuid NOT IN (SELECT uuid FROM copy.task)',
  );
  for (const [table, key, order] of OF_TASKS) {
    const names = columns(table).filter((name) => name !== 'id');
    db.exec(
      `INSERT INTO copy.${table} (${names.join(', ')})
         SELECT ${names.join(', ')} FROM main.${table} WHERE ${key} IN (SELECT uuid FROM temp.stranger) ORDER BY ${order}`,
    );
  }
  db.exec('DROP TABLE temp.stranger');
  db.exec(
    `INSERT INTO copy.audit SELECT later.* FROM main.audit AS later
     WHERE later.seq > (SELECT COALESCE(MAX(seq), 0) FROM copy.audit)
       AND (SELECT COUNT(*) FROM copy.audit) = (SELECT COUNT(*) FROM copy.audit AS mine JOIN main.audit AS ours ON ours.seq = mine.seq AND ours.hash = mine.hash)`,
  );
}

// Copies the places of each folder rule (`FolderPlace`) into `copy`, before `carryOver` copies the submissions. `carryOver` gives the
// submissions a `seq` above all `seq` of `copy`, and so the copied places come after the places of `copy`.
function carryPlaces(ledger: Ledger): void {
  const { db } = ledger;
  const lastOf = (schema: 'main' | 'copy') =>
    readNumber(db.prepare(`SELECT MAX(seq) FROM ${schema}.submission`));
  const before = lastOf('copy');
  const later = (left: LeftPlace): LeftPlace => ({ ...left, lastSeq: before + left.lastSeq });
  const known = db.prepare('SELECT id, path, root_identity FROM copy.folder WHERE id = ?');
  const lefts = db.prepare('SELECT value FROM copy.station_state WHERE key = ?');
  const keep = db.prepare('INSERT OR REPLACE INTO copy.station_state (key, value) VALUES (?, ?)');
  for (const row of readAll(db.prepare('SELECT id, path, root_identity FROM main.folder'), placeRowSchema)) {
    const ours = readState(ledger, leftKey(row.id), leftSchema) ?? [];
    const there = readOne(known, placeRowSchema, row.id);
    if (there !== null && there.path === row.path && ours.length === 0) continue;
    const theirs = readValue(lefts, jsonColumn(leftSchema), leftKey(row.id)) ?? [];
    const moved = ours.map(later);
    const all =
      there === null
        ? moved
        : [...theirs, placeOf(there, before), ...moved, later(placeOf(row, lastOf('main')))];
    if (all.length > 0) keep.run(leftKey(row.id), JSON.stringify(all));
  }
  db.exec(
    `INSERT INTO copy.folder (id, path, first_seen_at, root_identity)
       SELECT id, path, first_seen_at, root_identity FROM main.folder WHERE id NOT IN (SELECT id FROM copy.folder)`,
  );
  // The restored ledger must know in which folders another station was seen (`lease-record.ts`).
  db.exec(
    `INSERT OR REPLACE INTO copy.station_state (key, value)
       SELECT key, value FROM main.station_state WHERE key LIKE 'folder.shared.%'`,
  );
}

function placeOf(row: z.infer<typeof placeRowSchema>, lastSeq: number): LeftPlace {
  return { path: row.path, rootIdentity: row.root_identity, lastSeq };
}

// An exchange replaces the file of a missing or unreadable ledger, and begins when the new database is renamed to `preparedAt(path)`. After
// a crash, the next start of the engine finishes the exchange. Until then, nothing may open the ledger.

// The endings of a ledger's file names. The journals come first, because SQLite would apply a remaining journal to the new ledger.
const TAILS = ['-journal', '-wal', '-shm', ''];
const preparedAt = (path: string) => `${path}.restored`;

/** Returns the path at which a restore prepares the new database before the exchange. */
export const incomingAt = (path: string): string => `${path}.incoming`;

export function replacedName(path: string, now: number): string {
  return `${path}.replaced-${new Date(now).toISOString().replaceAll(':', '-')}`;
}

/** Replaces the ledger with the closed database at `incomingAt(path)`. Returns the former ledger's new path, even if no ledger existed. */
export function exchangeLedger(path: string): string | null {
  renameOverNow(incomingAt(path), preparedAt(path));
  syncFolderNow(dirname(path));
  return finishExchange(path);
}

export function exchangeIsOpen(path: string): boolean {
  return existsSync(preparedAt(path));
}

/**
 * Finishes an exchange that has begun. The caller must have the lock of the data folder, and must not have opened the ledger. Returns the
 * new path of the former ledger; null if no exchange has begun.
 */
export function finishExchange(path: string): string | null {
  if (!exchangeIsOpen(path)) return null;
  // The name contains the time at which the new database was ready, so that an interrupted exchange continues with the same name.
  const aside = replacedName(path, statSync(preparedAt(path)).mtimeMs);
  for (const tail of TAILS) if (existsSync(path + tail)) renameOverNow(path + tail, aside + tail);
  renameOverNow(preparedAt(path), path);
  syncFolderNow(dirname(path));
  return aside;
}

/** Removes the files of a restore that was interrupted before the exchange. */
export function dropIncoming(path: string): void {
  for (const tail of TAILS) rmSync(incomingAt(path) + tail, { force: true });
}

/**
 * Returns the error for a command that cannot run because a restore has begun to replace the ledger. Only the engine and a caller with the
 * lock of the data folder may finish the replacement.
 */
export function exchangeOpenError(): PlainError {
  return new PlainError(
    'ledger.restoring',
    say('ledger.restoreRecordWhatSent'),
    say('ledger.startFinishesRestoreFirst'),
  );
}

/** Matches the name of a former ledger, which was renamed because a restore replaced it (`replaced`) or because it was unreadable. */
const NAME = /^ledger\.db\.(?:replaced|unreadable)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)$/;

export function ledgersSetAside(dir: string): { name: string; at: number }[] {
  return readdirSync(dir)
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAME.exec(name) ?? [];
      return day === undefined ? [] : [{ name, at: Date.parse(`${day}T${hour}:${minute}:${second}`) }];
    })
    .sort((a, b) => a.at - b.at);
}
