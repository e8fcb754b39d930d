import { z } from 'zod';
import { type Ledger, readAll } from '../db/ledger.ts';
import { attach } from '../db/unlock.ts';
import { carryPlaces } from './carry-places.ts';

const objectSchema = z.object({ type: z.string(), name: z.string(), sql: z.string() });

/**
 * Makes everything in the ledger what the database at `path` has, of the same schema and key, in one transaction: killed
 * at any moment, the ledger is the old one or the new one. `before` runs in that transaction, with the other attached as
 * `copy` and both still whole; `after` when all is replaced.
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
      if (type === 'table') db.exec(`INSERT INTO main."${name}" SELECT * FROM copy."${name}"`);
    }
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

/** Tables first, then what hangs on them: triggers would refuse rows of the audit, and indexes slow every row. */
function objectsOf({ db }: Ledger, schema: 'main' | 'copy') {
  return readAll(
    db.prepare(
      `SELECT type, name, sql FROM ${schema}.sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' AND sql IS NOT NULL
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
] as const;

/**
 * What the ledger knows of everything that was ever to be sent does not go back in time with the rest: rows of the outbox
 * are carried over to the attached `copy` as they stand now, with where they came from, and the audit goes on from where the copy ends.
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
  // A Task that only the present ledger knows would be a stranger to tracking, and its verdict never seen.
  const strangers = z
    .array(z.string())
    .parse(
      db.prepare('SELECT uuid FROM main.task WHERE uuid NOT IN (SELECT uuid FROM copy.task)').pluck().all(),
    );
  db.exec('CREATE TEMP TABLE stranger (uuid TEXT PRIMARY KEY)');
  for (const uuid of strangers) db.prepare('INSERT INTO temp.stranger VALUES (?)').run(uuid);
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
