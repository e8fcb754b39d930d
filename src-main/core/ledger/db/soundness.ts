import type Database from 'better-sqlite3';
import { z } from 'zod';
import { type Ledger, readOne } from './ledger.ts';
import { jsonColumn } from './rows.ts';
import { readState, writeState } from './station-state.ts';

/*
 * When the ledger was last read from end to end, and whether the engine ended by itself since. To read it all takes
 * seconds for each 100,000 Tasks; a ledger that was whole a moment ago, and closed, is believed.
 */

const KEY = 'ledger.sound';
/** A disk that slowly fails is found out by then; the hourly backups read everything too. */
const BELIEVED_MS = 24 * 3_600_000;

const soundSchema = z.object({
  /** Milliseconds since the epoch. */
  readAt: z.number(),
  /** The engine that used it last has closed it. */
  closed: z.boolean(),
});
const rowSchema = z.object({ value: jsonColumn(soundSchema) });

/** Whether a ledger that was just opened need not be read from end to end. */
export function isBelieved(db: Database.Database, now: number): boolean {
  const hasState = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'station_state'`).get() !== undefined;
  if (!hasState) return false;
  const row = readOne(db.prepare('SELECT value FROM station_state WHERE key = ?'), rowSchema, KEY);
  if (row === null) return false;
  const age = now - row.value.readAt;
  return row.value.closed && age >= 0 && age < BELIEVED_MS;
}

/** The engine takes the ledger up. `readNow`: it was read from end to end, and found whole. */
export function noteOpened(ledger: Ledger, now: number, readNow: boolean): void {
  const before = readState(ledger, KEY, soundSchema);
  writeState(ledger, KEY, { readAt: readNow ? now : (before?.readAt ?? 0), closed: false });
}

/** All of it was read meanwhile, as a backup does. */
export function noteRead(ledger: Ledger, now: number): void {
  if (readState(ledger, KEY, soundSchema) !== null) writeState(ledger, KEY, { readAt: now, closed: false });
}

/** Something in it could not be read: the next start reads it all, however this run ends. */
export function doubtLedger(ledger: Ledger): void {
  writeState(ledger, KEY, null);
}

/** The engine is about to close it. Nothing is believed of a ledger that was doubted. */
export function noteClosed(ledger: Ledger): void {
  const before = readState(ledger, KEY, soundSchema);
  if (before !== null) writeState(ledger, KEY, { ...before, closed: true });
}
