import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Ledger } from './ledger.ts';
import { IS_BACKUP } from './lineage.ts';
import { unlock } from './unlock.ts';

const KEPT = 24;
const NAME = /^ledger-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z\.db$/;

/**
 * Writes a verified copy of the ledger, encrypted with the same key, and keeps the newest 24 (DESIGN.md 7).
 * Gives the copy's path.
 *
 * @throws when the copy cannot be written or does not pass the integrity check; earlier copies are left alone.
 */
export async function backUpLedger(
  ledger: Ledger,
  directory: string,
  key: string,
  now: number,
): Promise<string> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const target = join(directory, `ledger-${new Date(now).toISOString().replaceAll(':', '-')}.db`);
  const temporary = `${target}.part`;
  rmSync(temporary, { force: true });
  // The library's own backup() cannot copy an encrypted database; VACUUM INTO can, and compacts it.
  ledger.db.prepare('VACUUM INTO ?').run(temporary);
  markAndVerify(temporary, key);
  const handle = await open(temporary, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
  renameSync(temporary, target);
  // The one just written stays, whatever the wall clock said when the others were.
  const others = listBackups(directory).filter((name) => name !== basename(target));
  for (const name of others.slice(KEPT - 1)) rmSync(join(directory, name), { force: true });
  return target;
}

/** Names of the backups in `directory`, newest first. */
export function listBackups(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

/** The copy says that it is one: whoever puts it back gets a ledger that may not know what was sent since. */
function markAndVerify(path: string, key: string): void {
  const copy = new Database(path);
  try {
    unlock(copy, key);
    copy
      .prepare(`INSERT INTO station_state (key, value) VALUES (?, 'true') ON CONFLICT (key) DO NOTHING`)
      .run(IS_BACKUP);
    const verdict = copy.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error('the backup does not pass its integrity check');
  } finally {
    copy.close();
  }
}
