import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { say, verbatim } from '../../../contract/say.ts';
import { PlainError } from '../../plain-error.ts';
import { renameOverNow } from '../../replace-file.ts';
import { copyBeforeMigration, migrationFailure } from '../backup/copy-ledger.ts';
import { MIGRATIONS, type Migration } from '../schema/migrations.ts';
import { forgetTexts } from '../tasks/task-texts.ts';
import { isUnreadable, unlock } from './cipher.ts';
import { canSkipCheck, noteClosed, noteOpened } from './integrity.ts';
import type { Ledger } from './ledger.ts';
import { createWriteTrouble, type WriteTrouble } from './write-trouble.ts';

/** The value that the PRAGMA `synchronous` returns for FULL. With FULL, a commit returns only after it has reached the disk. */
const FULL = 2;

// The size of the page cache in KiB. With SQLite's default of 2 MB, each search among 100,000 Tasks would take six times as long.
const PAGES_KEPT_KIB = 96 * 1024;

// A checkpoint starts at this number of pages (4 KiB each) in the write-ahead log. The default of 1,000 pages would cause more writes.
const PAGES_BEFORE_CHECKPOINT = 8_000;

export type LedgerMode = 'engine' | 'beside' | 'reader';

interface OpenLedgerOptions {
  readonly path: string;
  /** The key of the ledger: 64 hexadecimal digits from the secret store. */
  readonly key: string;
  readonly now: () => number;
  /**
   * `engine` (default): the caller has the lock of the data folder, and an unreadable ledger is renamed. `beside`: an engine may be
   * running, so an unreadable ledger keeps its name. `reader`: as `beside`, and a missing or outdated ledger is an error.
   */
  readonly mode?: LedgerMode;
  readonly migrations?: readonly Migration[];
  readonly thorough?: boolean;
}

/**
 * Opens the encrypted ledger, runs the due migrations, and checks that each commit is synced to the disk (docs/architecture.md 7).
 * @throws PlainError `ledger.from-the-future`, `ledger.unreadable` (in mode `engine`, the file was renamed), `ledger.missing`,
 * `ledger.outdated`, `ledger.not-copied`, `ledger.not-migrated`
 */
export function openLedger(options: OpenLedgerOptions): Ledger {
  const { path, key, mode = 'engine', migrations = MIGRATIONS } = options;
  if (!/^[0-9a-f]{64}$/.test(key)) throw new TypeError('a ledger key is 64 hexadecimal digits');
  if (mode === 'reader' && !existsSync(path)) {
    throw ledgerMissing();
  }
  // A reader writes nothing, because the disk may be full or read-only.
  if (mode !== 'reader') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new Database(path, { timeout: 15_000 });
  let readNow = false;
  try {
    prepareConnection(db, key);
    const trusted = mode === 'engine' ? canSkipCheck(db, options.now()) : true;
    readNow = checkReadable(db, options.thorough === true || !trusted);
    if (mode !== 'reader') chmodSync(path, 0o600);
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
  const trouble = createWriteTrouble(db);
  const ledger: Ledger = {
    db,
    trouble,
    prepared: (sql) => {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    ...createTransactions(db, trouble),
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
    // Without a record of the close, the next start checks the whole ledger, as after a crash.
  }
}

export function ledgerMissing(): PlainError {
  return new PlainError('ledger.missing', say('ledger.noRecordWhatSent'), say('ledger.startOnceDataFolder'));
}

// Sets the key and the PRAGMAs of a new connection.
function prepareConnection(db: Database.Database, key: string): void {
  unlock(db, key);
  // By default, SQLite would write unencrypted temporary files to the disk.
  db.pragma('temp_store = MEMORY');
  db.pragma('secure_delete = ON');
  db.pragma('journal_mode = WAL');
  // `synchronous` must be set after WAL mode. Otherwise, the first write in WAL mode lowers `synchronous` to NORMAL in this build.
  db.pragma('synchronous = FULL');
  db.pragma('fullfsync = ON');
  db.pragma('checkpoint_fullfsync = ON');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
}

function checkReadable(db: Database.Database, wholly: boolean): boolean {
  // Most openings skip the check of the whole ledger, because the check takes seconds. Reading `schema_version` reveals a wrong key.
  if (!wholly) {
    db.pragma('schema_version');
    return false;
  }
  let verdict = quickCheck(db);
  if (/fts5/i.test(verdict)) {
    // The engine can rebuild the full-text index from the snapshots, so a damaged full-text index does not make the ledger unreadable.
    db.transaction(() => forgetTexts(db)).immediate();
    verdict = quickCheck(db);
  }
  if (verdict !== 'ok') throw new PlainError('ledger.unreadable', verbatim(verdict), verbatim(''));
  return true;
}

const quickCheck = (db: Database.Database) => String(db.pragma('quick_check(1)', { simple: true }));

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
      say('ledger.newerVersionWroteRecord'),
      say('ledger.installNewerVersionAgain'),
    );
  }
  if (version() === newest) return;
  if (mode === 'reader' && version() > 0) {
    throw new PlainError('ledger.outdated', say('ledger.olderVersionWroteRecord'), say('ledger.startOnce'));
  }
  if (version() > 0) {
    const copy = join(dirname(path), 'backups', `before-version-${newest}.db`);
    copyBeforeMigration(db, copy, key, () => version() < newest);
  }
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
      say('ledger.cannotReadRecordWhat'),
      say('ledger.startSetsDamagedRecord'),
      { cause },
    );
  }
  const suffix = `unreadable-${new Date(now).toISOString().replaceAll(':', '-')}`;
  // The journals are renamed before the ledger, because SQLite would apply a journal to the next ledger with the same name.
  for (const tail of ['-journal', '-wal', '-shm', '']) {
    if (existsSync(path + tail)) renameOverNow(path + tail, `${path}.${suffix}${tail}`);
  }
  return new PlainError(
    'ledger.unreadable',
    say('ledger.cannotReadRecordWhatSent', { suffix }),
    say('ledger.copyBackupFolderBackups'),
    { cause },
  );
}

/** Whether an unreadable ledger was set aside. If true, each file in a watched folder waits for a person: the file may have been sent. */
export function ledgerWasSetAside(names: readonly string[]): boolean {
  return names.some((name) => name.startsWith('ledger.db.unreadable-'));
}

function createTransactions(
  db: Database.Database,
  trouble: WriteTrouble,
): Pick<Ledger, 'transaction' | 'transactionSoon'> {
  // This function is created only once, because each call of `db.transaction` creates four functions.
  const inTransaction = db.transaction((work: () => void) => work());
  const run = <T>(work: () => T): T => {
    const done: T[] = [];
    try {
      inTransaction.immediate(() => {
        const value = work();
        // Asynchronous work would still run after the commit.
        if (value instanceof Promise)
          throw new TypeError('the work of a transaction cannot wait for anything');
        done.push(value);
      });
    } catch (error) {
      trouble.note(error);
      throw error;
    }
    for (const value of done) return value;
    throw new Error('a transaction ended without its work');
  };
  let lowered = false;
  const waitForDisk = () => {
    if (!lowered || db.inTransaction) return;
    db.pragma('synchronous = FULL');
    lowered = false;
  };
  return {
    transaction: (work) => {
      waitForDisk();
      return run(work);
    },
    transactionSoon: (work) => {
      // If `synchronous` is not FULL here, this level was chosen for the whole connection, so the level must not change.
      if (!db.inTransaction && Number(db.pragma('synchronous', { simple: true })) === FULL) {
        db.pragma('synchronous = NORMAL');
        lowered = true;
      }
      try {
        return run(work);
      } finally {
        try {
          waitForDisk();
        } catch {
          // An error here would make the caller treat committed work as failed and delete the spool copies.
        }
      }
    },
  };
}
