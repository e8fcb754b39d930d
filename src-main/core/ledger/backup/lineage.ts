import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Ledger } from '../db/ledger.ts';
import { readMarkFile, writeMarkFile } from '../db/mark-file.ts';
import { readState, writeState } from '../db/station-state.ts';
import { RESTORED_AT } from '../tables/perhaps-sent.ts';
import { newestRequest } from '../tables/requests.ts';
import { doubtEverythingOpen } from './restored.ts';

/*
 * Whether this ledger is the one that was used last here. The ledger and a small file beside it count its uses; a copy
 * that somebody put back has counted fewer than the file. Backups say themselves what they are.
 */

const GENERATION = 'ledger.generation';
/** Stands in backups alone (see backup.ts). */
export const IS_BACKUP = 'ledger.is-backup';
/**
 * The newest request that came with a backup which was put back and that no engine has taken up yet: what was asked since then
 * was asked of the ledger as it is. Not in copies of that.
 */
export const ASKED_BEFORE = 'ledger.asked-before-restore';

/** The mark of a ledger whose first use has not been counted yet: a crash there must not look like a lost mark. */
const NEVER_USED = 0;

const markOf = (ledger: Ledger) => join(dirname(ledger.db.name), 'ledger.mark');

/**
 * To be called once when an engine takes up the ledger, before anything is sent. After a restore everything that
 * had not ended is in doubt from here on (docs/architecture.md 7). `restored` says that this has happened now;
 * `onRestored` is called in the transaction that keeps it.
 */
export function takeUpLedger(
  ledger: Ledger,
  now: number,
  onRestored: () => void = () => undefined,
): { restored: boolean } {
  const restored = ledger.transaction(() => {
    const { older, fresh } = standing(ledger);
    if (fresh) writeMark(markOf(ledger), NEVER_USED);
    if (older) {
      doubtEverythingOpen(ledger, now, readState(ledger, ASKED_BEFORE, z.int()) ?? newestRequest(ledger));
      writeState(ledger, RESTORED_AT, now);
      writeState(ledger, IS_BACKUP, null);
      writeState(ledger, ASKED_BEFORE, null);
      onRestored();
    }
    return older;
  });
  countUse(ledger);
  return { restored };
}

/** Whether an older copy was put back that no engine has taken up yet. */
export function restoreIsOpen(ledger: Ledger): boolean {
  return standing(ledger).older;
}

function standing(ledger: Ledger): { older: boolean; fresh: boolean } {
  const inside = readState(ledger, GENERATION, z.int());
  const beside = readMark(markOf(ledger));
  const isBackup = readState(ledger, IS_BACKUP, z.boolean()) === true;
  return { older: isBackup || isOlder(inside, beside), fresh: inside === null && beside === null };
}

function isOlder(inside: number | null, beside: number | null): boolean {
  if (inside === null) return beside !== null && beside > NEVER_USED;
  return beside === null || beside > inside;
}

/** Makes every copy taken so far an old one. Nothing is sent between the two writes, so a crash there loses nothing. */
export function countUse(ledger: Ledger): void {
  const path = markOf(ledger);
  const next = Math.max(readState(ledger, GENERATION, z.int()) ?? 0, readMark(path) ?? 0) + 1;
  ledger.transaction(() => writeState(ledger, GENERATION, next));
  writeMark(path, next);
}

/** When the ledger was last found to be an older copy, milliseconds since the epoch; null when it never was. */
export function restoredAt(ledger: Ledger): number | null {
  return readState(ledger, RESTORED_AT, z.int());
}

/** A mark that is gone or damaged counts as none: then the ledger is taken for a copy, which costs look-ups alone. */
const readMark = (path: string): number | null => readMarkFile(path, z.int());
const writeMark = (path: string, generation: number): void => writeMarkFile(path, generation);
