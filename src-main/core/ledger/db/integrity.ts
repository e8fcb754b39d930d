import type Database from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, type Ledger, readValue } from './ledger.ts';
import { readState, writeState } from './station-state.ts';

/*
 * Stores when SQLite last checked the whole ledger, and whether the engine closed the ledger since. A check takes seconds for each 100,000
 * Tasks. A start therefore skips the check if a check within the last day found no damage and the engine then closed the ledger.
 */

const KEY = 'ledger.sound';
/** The hourly backups read the whole ledger too, so a slowly failing disk is noticed within this time. */
const VALID_MS = 24 * 3_600_000;

const soundSchema = z.object({
  /** The time of the last complete reading, milliseconds since the epoch. */
  readAt: z.number(),
  /** Whether the last engine closed the ledger. */
  closed: z.boolean(),
});

/** Whether a start may skip the check of a newly opened ledger. */
export function canSkipCheck(db: Database.Database, now: number): boolean {
  const hasState = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'station_state'`).get() !== undefined;
  if (!hasState) return false;
  const kept = db.prepare('SELECT value FROM station_state WHERE key = ?');
  const sound = readValue(kept, jsonColumn(soundSchema), KEY);
  if (sound === null) return false;
  const age = now - sound.readAt;
  return sound.closed && age >= 0 && age < VALID_MS;
}

/** Records that the engine uses the ledger. `readNow`: this start has checked the whole ledger. */
export function noteOpened(ledger: Ledger, now: number, readNow: boolean): void {
  const before = readState(ledger, KEY, soundSchema);
  writeState(ledger, KEY, { readAt: readNow ? now : (before?.readAt ?? 0), closed: false });
}

/** Records that a backup has read the whole ledger. */
export function noteChecked(ledger: Ledger, now: number): void {
  if (readState(ledger, KEY, soundSchema) !== null) writeState(ledger, KEY, { readAt: now, closed: false });
}

/** Records that a part of the ledger could not be read, so that the next start checks the whole ledger. */
export function requireCheck(ledger: Ledger): void {
  writeState(ledger, KEY, null);
}

/** Records that the engine is about to close the ledger. A ledger in doubt stays in doubt. */
export function noteClosed(ledger: Ledger): void {
  const before = readState(ledger, KEY, soundSchema);
  if (before !== null) writeState(ledger, KEY, { ...before, closed: true });
}
