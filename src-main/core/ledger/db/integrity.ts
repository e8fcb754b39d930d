import type Database from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, type Ledger, readValue } from './ledger.ts';
import { readState, writeState } from './station-state.ts';

/*
 * This file stores when SQLite last checked the whole ledger, and whether the engine closed the ledger afterwards. A check takes seconds
 * for each 100,000 Tasks. A start therefore skips the check if the last check found no damage and is less than a day old, and the engine
 * closed the ledger afterwards.
 */

const KEY = 'ledger.sound';
/** The age at which a check no longer counts. Each hourly backup also checks the ledger, which reveals a failing disk within a day. */
const VALID_MS = 24 * 3_600_000;

const soundSchema = z.object({
  /** The time of the last complete check, in milliseconds since the epoch. */
  readAt: z.number(),
  closed: z.boolean(),
});

export function canSkipCheck(db: Database.Database, now: number): boolean {
  const hasState = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'station_state'`).get() !== undefined;
  if (!hasState) return false;
  const kept = db.prepare('SELECT value FROM station_state WHERE key = ?');
  const sound = readValue(kept, jsonColumn(soundSchema), KEY);
  if (sound === null) return false;
  const age = now - sound.readAt;
  return sound.closed && age >= 0 && age < VALID_MS;
}

/** Records that the engine uses the ledger, so that a missing close is noticed. `readNow`: whether this start checked the whole ledger. */
export function noteOpened(ledger: Ledger, now: number, readNow: boolean): void {
  const before = readState(ledger, KEY, soundSchema);
  writeState(ledger, KEY, { readAt: readNow ? now : (before?.readAt ?? 0), closed: false });
}

export function noteChecked(ledger: Ledger, now: number): void {
  if (readState(ledger, KEY, soundSchema) !== null) writeState(ledger, KEY, { readAt: now, closed: false });
}

/** Records that a part of the ledger could not be read, so that the next start checks the whole ledger. */
export function requireCheck(ledger: Ledger): void {
  writeState(ledger, KEY, null);
}

/** Records that the engine is about to close the ledger. After `requireCheck`, the next start checks the whole ledger all the same. */
export function noteClosed(ledger: Ledger): void {
  const before = readState(ledger, KEY, soundSchema);
  if (before !== null) writeState(ledger, KEY, { ...before, closed: true });
}
