import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isDue } from '../../due.ts';
import { jsonColumn, type Ledger, readValue } from './ledger.ts';
import { readState, writeState } from './station-state.ts';

// The ledger stores when SQLite last checked the whole ledger for damage, and whether the engine has closed the ledger properly since then.
// A check takes seconds for each 100,000 Tasks. After a proper close, a start skips the check if the last check is less than a day old.

const KEY = 'ledger.sound';
// A check older than `VALID_MS` no longer counts. Each hourly backup counts as a check, because a backup reads the whole ledger.
const VALID_MS = 24 * 3_600_000;

const soundSchema = z.object({
  /** The time of the last check of the whole ledger, in milliseconds since the epoch; 0 before the first check. */
  readAt: z.number(),
  closed: z.boolean(),
});

export function canSkipCheck(db: Database.Database, now: number): boolean {
  const hasState = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'station_state'`).get() !== undefined;
  if (!hasState) return false;
  const kept = db.prepare('SELECT value FROM station_state WHERE key = ?');
  const sound = readValue(kept, jsonColumn(soundSchema), KEY);
  if (sound === null) return false;
  return sound.closed && !isDue(sound.readAt + VALID_MS, now, VALID_MS);
}

/**
 * Records that the engine has opened the ledger, so that the next start notices if the engine did not close the ledger, for instance after
 * a crash. `readNow`: whether this start has checked the whole ledger.
 */
export function noteOpened(ledger: Ledger, now: number, readNow: boolean): void {
  const before = readState(ledger, KEY, soundSchema);
  writeState(ledger, KEY, { readAt: readNow ? now : (before?.readAt ?? 0), closed: false });
}

export function noteChecked(ledger: Ledger, now: number): void {
  if (readState(ledger, KEY, soundSchema) !== null) writeState(ledger, KEY, { readAt: now, closed: false });
}

/** Makes the next start check the whole ledger. Must be called if the ledger may be damaged. */
export function requireCheck(ledger: Ledger): void {
  writeState(ledger, KEY, null);
}

/** Records that the engine is about to close the ledger properly. A check that `requireCheck` requested stays due. */
export function noteClosed(ledger: Ledger): void {
  const before = readState(ledger, KEY, soundSchema);
  if (before !== null) writeState(ledger, KEY, { ...before, closed: true });
}
