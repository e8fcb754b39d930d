import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renameOver } from '../../replace-file.ts';
import type { Ledger } from '../db/ledger.ts';
import { type CopyFacts, type CopyLedger, copyLedger } from './copy-ledger.ts';

const KEPT = 24;
const LEFT_BEHIND_MS = 3_600_000;
const NAME = /^ledger-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z\.db$/;
const BEFORE_MIGRATION = /^before-version-\d+\.db$/;

/**
 * Writes a verified copy of the ledger into `directory`, keeps the newest 24 copies (docs/architecture.md 7), and returns the new path.
 * @throws if the copy cannot be written or fails its integrity check; earlier copies stay
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
  await renameOver(temporary, target);
  rotate(directory, basename(target), now);
  return target;
}

// Keeps `written` and the newest other copies, `KEPT` copies in all. Also removes a copy from before a migration once the copy is older
// than the oldest hourly copy, so that no copy keeps removed data for more than a day.
function rotate(directory: string, written: string, now: number): void {
  const others = listBackups(directory, now).filter((name) => name !== written);
  for (const name of others.slice(KEPT - 1)) rmSync(join(directory, name), { force: true });
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    // An unfinished copy of this age comes from a killed process.
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

/** Returns the time of the newest backup in milliseconds since the epoch; 0 if there is no backup with a time up to `now`. */
export function lastBackupAt(directory: string, now: number): number {
  const [newest] = listBackups(directory, now);
  return newest === undefined || madeAtOf(newest) > now ? 0 : madeAtOf(newest);
}

/** Returns the names of the backups in `directory`, newest first. A backup with a time after `now` counts as the oldest. */
export function listBackups(directory: string, now: number): string[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
  return [...names.filter((name) => madeAtOf(name) <= now), ...names.filter((name) => madeAtOf(name) > now)];
}

export function madeAtOf(name: string): number {
  const [day = '', time = ''] = name.slice('ledger-'.length, -'.db'.length).split('T');
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`);
}
