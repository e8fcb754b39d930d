import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';

const START = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE organisations (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  secret TEXT NOT NULL,
  callbacks INTEGER NOT NULL,
  reads INTEGER NOT NULL,
  task_types TEXT NOT NULL
) STRICT;

CREATE TABLE tokens (
  hash TEXT PRIMARY KEY,
  org_id INTEGER NOT NULL REFERENCES organisations (id),
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_of_org ON tokens (org_id);

CREATE TABLE tasks (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  org_id INTEGER NOT NULL REFERENCES organisations (id),
  external_id TEXT,
  task_type TEXT NOT NULL,
  status TEXT NOT NULL,
  name TEXT NOT NULL,
  name_given INTEGER NOT NULL,
  cleared INTEGER,
  created INTEGER NOT NULL,
  latest_status_change INTEGER NOT NULL,
  category TEXT,
  request_spec TEXT NOT NULL,
  callback_template TEXT,
  patient_key TEXT,
  round INTEGER NOT NULL DEFAULT 0,
  result TEXT
) STRICT;
CREATE INDEX tasks_by_external_id ON tasks (org_id, external_id);
CREATE INDEX tasks_by_created ON tasks (org_id, created);
CREATE INDEX tasks_by_change ON tasks (org_id, latest_status_change);
CREATE INDEX tasks_by_cleared ON tasks (org_id, cleared);
CREATE INDEX tasks_by_name ON tasks (org_id, name);
CREATE INDEX tasks_by_status ON tasks (status, org_id);
CREATE INDEX tasks_by_patient ON tasks (org_id, task_type, patient_key) WHERE patient_key IS NOT NULL;

CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  task_id INTEGER NOT NULL REFERENCES tasks (id),
  item_group TEXT NOT NULL,
  tag TEXT NOT NULL,
  name TEXT,
  data_format TEXT,
  kind TEXT NOT NULL,
  media_type TEXT NOT NULL,
  blob TEXT,
  data TEXT,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  alias TEXT,
  records TEXT,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX items_of_task ON items (task_id, id);

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES tasks (id),
  event TEXT NOT NULL,
  extra_data TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX events_of_task ON events (task_id, id);
`;

/**
 * The start schema, followed by migrations, oldest first. Until version 1.0.0 is released, a change of the schema alters the start schema. A
 * released migration must never change.
 */
export const STEPS: readonly string[] = [START];

export type Db = Database.Database;
export type Statement = Database.Statement<unknown[]>;

/** Opens, creates or migrates the database in `dataDir`. @throws if a newer version of the program wrote the database */
export function openDatabase(dataDir: string, steps = STEPS): Db {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new Database(path.join(dataDir, 'practice.db'));
  db.pragma('journal_mode = WAL');
  // A killed process loses no commit. A power failure may lose the last commits, which is acceptable for practice data.
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  const version = z.number().parse(db.pragma('user_version', { simple: true }));
  if (version > steps.length) {
    db.close();
    throw new Error(
      `The practice data in ${dataDir} was written by a newer version of this program; use that version, or another folder.`,
    );
  }
  db.transaction(() => {
    for (const step of steps.slice(version)) db.exec(step);
    db.pragma(`user_version = ${steps.length}`);
  })();
  return db;
}

/** Returns the value stored under `key`. If no value is stored, stores and returns the result of `make`. */
export function metaValue(db: Db, key: string, make: () => string): string {
  const row = db.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key);
  if (typeof row === 'string') return row;
  const value = make();
  db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(key, value);
  return value;
}
