import type Database from 'better-sqlite3';
import { codeOf } from '../../error-code.ts';

/** The primary error codes of SQLite with which a ledger takes no write, whatever the write is. */
const UNWRITABLE = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB|BUSY|LOCKED|PERM|NOMEM)/;

/**
 * Whether the ledger takes writes. A ledger that cannot be written cannot keep the trouble itself, so the trouble is in memory, where the
 * overview reads it.
 */
export interface WriteTrouble {
  /** Returns the code of the failed write, such as `SQLITE_FULL`; null if no write has failed since the last successful `probe`. */
  code(): string | null;
  /** Notes an error of a write. Errors that belong to one row only are ignored. */
  note(error: unknown): void;
  /** Writes a row durably, and ends the trouble. @throws the error of the write */
  probe(): void;
}

export function createWriteTrouble(db: Database.Database): WriteTrouble {
  let failed: string | null = null;
  const note = (error: unknown): void => {
    const code = codeOf(error);
    if (UNWRITABLE.test(code)) failed = code;
  };
  return {
    code: () => failed,
    note,
    probe: () => {
      try {
        db.prepare(
          `INSERT INTO station_state (key, value) VALUES ('ledger.probe', '1')
           ON CONFLICT (key) DO UPDATE SET value = json(CAST(value AS INTEGER) + 1)`,
        ).run();
        failed = null;
      } catch (error) {
        note(error);
        throw error;
      }
    },
  };
}
