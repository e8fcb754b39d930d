import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { LedgerCipher } from '../../../contract/ledger-cipher.ts';
import { PlainError } from '../../plain-error.ts';
import { copyBeforeMigration, migrationFailure } from '../backup/copy-before-migration.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';
import { chosenCipher } from './cipher-choice.ts';
import type { Ledger } from './ledger.ts';
import { addMigrationFunctions } from './migration-functions.ts';
import { isBelieved, noteClosed, noteOpened } from './soundness.ts';
import { createTransactions, FULL } from './transactions.ts';
import { changeCipher, isUnreadable, USUAL_CIPHER, unlock } from './unlock.ts';

/**
 * How much of the ledger the engine keeps deciphered. With SQLite's own 2 MB each search among 100,000 Tasks deciphers all of
 * them anew, which takes six times as long. It is taken up only by what is read.
 */
const PAGES_KEPT_KIB = 96 * 1024;

/**
 * How far the write-ahead log grows before it is carried into the ledger, in pages of 4 KiB. A page that was written many times
 * is carried over once; with SQLite's own 1,000 that was done after some thirty documents.
 */
const PAGES_BEFORE_CHECKPOINT = 8_000;

export type LedgerMode = 'engine' | 'beside' | 'reader';

export interface OpenLedgerOptions {
  readonly path: string;
  /** 64 hexadecimal digits from the secret store. */
  readonly key: string;
  readonly now: () => number;
  /**
   * The engine, which holds the data folder; what writes beside it, and must not take its ledger away; or what only reads,
   * and never migrates.
   */
  readonly mode?: LedgerMode;
  readonly migrations?: readonly Migration[];
  /** Reads it from end to end, however it ended last. */
  readonly thorough?: boolean;
}

/**
 * Opens the encrypted ledger, brings it up to date, and proves that commits are durable (docs/architecture.md 7).
 *
 * @throws PlainError `ledger.from-the-future`, `ledger.unreadable` (the file was set aside, never replaced), `ledger.missing`,
 * `ledger.not-copied`, `ledger.not-migrated`
 */
export function openLedger(options: OpenLedgerOptions): Ledger {
  const { path, key, mode = 'engine', migrations = MIGRATIONS } = options;
  if (!/^[0-9a-f]{64}$/.test(key)) throw new TypeError('a ledger key is 64 hexadecimal digits');
  if (mode === 'reader' && !existsSync(path)) {
    throw ledgerMissing();
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new Database(path, { timeout: 15_000 });
  let readNow = false;
  let cipher = USUAL_CIPHER;
  try {
    cipher = prepareConnection(db, key, mode);
    const trusted = mode === 'engine' ? isBelieved(db, options.now()) : true;
    readNow = checkReadable(db, options.thorough === true || !trusted);
    chmodSync(path, 0o600);
    migrate(db, options, migrations, mode);
    if (mode !== 'reader') assertDurable(db);
    if (mode === 'engine') {
      db.pragma(`cache_size = -${PAGES_KEPT_KIB}`);
      db.pragma(`wal_autocheckpoint = ${PAGES_BEFORE_CHECKPOINT}`);
    }
  } catch (error) {
    db.close();
    if (error instanceof PlainError && error.code !== 'ledger.unreadable') throw error;
    if (isUnreadable(error) || error instanceof PlainError) throw setAside(path, mode, options.now(), error);
    throw error;
  }
  const statements = new Map<string, Database.Statement>();
  const ownChanges = db.prepare('SELECT total_changes()').pluck();
  const dataVersion = db.prepare('PRAGMA data_version').pluck();
  const ledger: Ledger = {
    db,
    cipher,
    prepared: (sql) => {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    ...createTransactions(db),
    dataVersion: () => Number(dataVersion.get()),
    ownChanges: () => Number(ownChanges.get()),
    close: () => {
      if (mode === 'engine' && db.open) closing(ledger);
      db.close();
    },
  };
  if (mode === 'engine') noteOpened(ledger, options.now(), readNow);
  return ledger;
}

function closing(ledger: Ledger): void {
  try {
    noteClosed(ledger);
  } catch {
    // Then the next start reads all of it, as after a crash.
  }
}

/** What a reader is told where nothing was ever sent from. */
export function ledgerMissing(): PlainError {
  return new PlainError(
    'ledger.missing',
    'There is no record of what was sent yet: nothing was sent from this data folder in this environment.',
    'Start Clearfolder once with this data folder, or choose another data folder with --data.',
  );
}

/** Gives the cipher with which the ledger is encrypted from here on. */
function prepareConnection(db: Database.Database, key: string, mode: LedgerMode): LedgerCipher {
  const found = unlock(db, key);
  // Before anything is put aside: it would lie on the disk unencrypted.
  db.pragma('temp_store = MEMORY');
  db.pragma('secure_delete = ON');
  const chosen = chosenCipher(db);
  const changed = found !== chosen && mode !== 'reader' && changeCipher(db, key, chosen);
  db.pragma('journal_mode = WAL');
  // WAL drops to NORMAL after the first write in this build of SQLite unless FULL is asked for afterwards.
  db.pragma('synchronous = FULL');
  db.pragma('fullfsync = ON');
  db.pragma('checkpoint_fullfsync = ON');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  return changed ? chosen : found;
}

/** Gives whether the ledger was read from end to end. */
function checkReadable(db: Database.Database, wholly: boolean): boolean {
  // A verb must not read the whole ledger first; a wrong key shows at the first look anyway, a damaged page when it is read.
  if (!wholly) {
    db.pragma('schema_version');
    return false;
  }
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') throw new PlainError('ledger.unreadable', String(verdict), '');
  return true;
}

function migrate(
  db: Database.Database,
  { path, key }: OpenLedgerOptions,
  migrations: readonly Migration[],
  mode: LedgerMode,
): void {
  const version = () => Number(db.pragma('user_version', { simple: true }));
  const newest = migrations.at(-1)?.version ?? 0;
  if (version() > newest) {
    throw new PlainError(
      'ledger.from-the-future',
      'A newer version of Clearfolder wrote the record of what was sent. Nothing was changed, and nothing is sent.',
      'Install the newer version again, or use another data folder.',
    );
  }
  if (version() === newest) return;
  if (mode === 'reader' && version() > 0) {
    throw new PlainError(
      'ledger.outdated',
      'An older version of Clearfolder wrote the record of what was sent, so this command cannot read it yet.',
      'Start Clearfolder once: it updates the record of what was sent.',
    );
  }
  if (version() > 0) {
    const copy = join(dirname(path), 'backups', `before-version-${newest}.db`);
    copyBeforeMigration(db, copy, key, () => version() < newest);
  }
  addMigrationFunctions(db);
  try {
    db.transaction(() => {
      const from = version();
      for (const migration of migrations.filter((step) => step.version > from)) {
        db.exec(migration.sql);
        db.pragma(`user_version = ${migration.version}`);
      }
    }).immediate();
  } catch (error) {
    throw migrationFailure(error);
  }
}

function assertDurable(db: Database.Database): void {
  db.prepare(
    `INSERT INTO station_state (key, value) VALUES ('opened', '1')
     ON CONFLICT (key) DO UPDATE SET value = json(CAST(value AS INTEGER) + 1)`,
  ).run();
  if (Number(db.pragma('synchronous', { simple: true })) !== FULL)
    throw new Error('the ledger is not in synchronous=FULL');
}

function setAside(path: string, mode: LedgerMode, now: number, cause: unknown): PlainError {
  if (mode !== 'engine') {
    return new PlainError(
      'ledger.unreadable',
      'Clearfolder cannot read the record of what was sent: the record is damaged, or its key in the secret store is a different key.',
      'Start Clearfolder: it sets the damaged record aside and says what to do next.',
      { cause },
    );
  }
  const suffix = `unreadable-${new Date(now).toISOString().replaceAll(':', '-')}`;
  // The journals first: they would be taken for those of what comes in its place.
  for (const tail of ['-journal', '-wal', '-shm', '']) {
    if (existsSync(path + tail)) renameSync(path + tail, `${path}.${suffix}${tail}`);
  }
  return new PlainError(
    'ledger.unreadable',
    `Clearfolder cannot read the record of what was sent: the record is damaged, or its key in the secret store is a different key. The record was set aside as ledger.db.${suffix}; nothing was deleted and nothing was sent.`,
    'Copy a backup from the folder "backups" to the name ledger.db, or start with a new record: then every file that is already in a folder waits for your decision.',
    { cause },
  );
}

/** Whether an unreadable ledger was set aside here before: then no file that is already there is sent unasked. */
export function ledgerWasSetAside(names: readonly string[]): boolean {
  return names.some((name) => name.startsWith('ledger.db.unreadable-'));
}
