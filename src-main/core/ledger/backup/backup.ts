import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Ledger } from '../db/ledger.ts';
import { type CopyFacts, type CopyLedger, copyLedger } from './copy-ledger.ts';

const KEPT = 24;
const LEFT_BEHIND_MS = 3_600_000;
const NAME = /^ledger-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z\.db$/;
const BEFORE_MIGRATION = /^before-version-\d+\.db$/;

/**
 * Writes a verified copy of the ledger, encrypted with the same key, and keeps the newest 24 (docs/architecture.md 7).
 * Gives the copy's path.
 *
 * @throws when the copy cannot be written or does not pass the integrity check; earlier copies are left alone.
 */
export async function backUpLedger(
  ledger: Ledger,
  directory: string,
  key: string,
  now: number,
  about: Omit<CopyFacts, 'madeAt'> | null = null,
  copy: CopyLedger = copyLedger,
): Promise<string> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const madeAt = new Date(now).toISOString();
  const target = join(directory, `ledger-${madeAt.replaceAll(':', '-')}.db`);
  const temporary = `${target}.part`;
  await copy(ledger, temporary, key, { facts: about === null ? null : { ...about, madeAt } });
  renameSync(temporary, target);
  rotate(directory, basename(target), now);
  return target;
}

/**
 * Keeps the newest ones, and the one just written, whatever the wall clock said when the others were. A copy from before a
 * migration goes with the hourly ones of its time: what retention removes from the ledger leaves every copy in a day.
 */
function rotate(directory: string, written: string, now: number): void {
  const others = listBackups(directory, now).filter((name) => name !== written);
  for (const name of others.slice(KEPT - 1)) rmSync(join(directory, name), { force: true });
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    // What a process left that was killed while it wrote.
    if (/\.part(-journal)?$/.test(name) && Math.abs(statSync(path).mtimeMs - now) > LEFT_BEHIND_MS)
      rmSync(path, { force: true });
  }
  const oldest = others.slice(0, KEPT - 1).at(KEPT - 2);
  if (oldest === undefined || madeAtOf(oldest) > now) return;
  const bound = statSync(join(directory, oldest)).mtimeMs;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (!BEFORE_MIGRATION.test(name)) continue;
    const { mtimeMs } = statSync(path);
    if (mtimeMs < bound || mtimeMs > now) rmSync(path, { force: true });
  }
}

/** When the newest backup in `directory` was made, milliseconds since the epoch; 0 where there is none, or none that says it truly. */
export function lastBackupAt(directory: string, now: number): number {
  const [newest] = listBackups(directory, now);
  return newest === undefined || madeAtOf(newest) > now ? 0 : madeAtOf(newest);
}

/**
 * Names of the backups in `directory`, newest first. One that is dated later than `now` was made while the clock was wrong,
 * nobody knows when: it counts as older than all others.
 */
export function listBackups(directory: string, now: number): string[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
  return [...names.filter((name) => madeAtOf(name) <= now), ...names.filter((name) => madeAtOf(name) > now)];
}

/** When the clock said that the backup of this name was made, milliseconds since the epoch. */
export function madeAtOf(name: string): number {
  const [day = '', time = ''] = name.slice('ledger-'.length, -'.db'.length).split('T');
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`);
}
