import type Database from 'better-sqlite3';
import type { LedgerCipher } from '../../../contract/ledger-cipher.ts';
import { USUAL_CIPHER } from './unlock.ts';

/*
 * Which cipher a person chose for the ledger stands in the ledger itself, so that the choice goes along with every copy. The
 * cipher follows the choice at the next opening, if a change of the cipher was interrupted.
 */

const KEY = 'ledger.cipher';

/** The chosen cipher of an unlocked ledger, also of one without any table yet. */
export function chosenCipher(db: Database.Database): LedgerCipher {
  const tables = db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'station_state'`).pluck();
  if (tables.get() === 0) return USUAL_CIPHER;
  const value = db.prepare('SELECT value FROM station_state WHERE key = ?').pluck().get(KEY);
  return value === JSON.stringify('aes-256') ? 'aes-256' : USUAL_CIPHER;
}

/** Keeps the chosen cipher; to be called within a transaction. */
export function chooseCipher(db: Database.Database, cipher: LedgerCipher): void {
  db.prepare(
    'INSERT INTO station_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  ).run(KEY, JSON.stringify(cipher));
}
