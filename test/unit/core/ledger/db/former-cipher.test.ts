import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { replaceContent } from '../../../../../src-main/core/ledger/backup/replace-ledger.ts';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { readState, writeState } from '../../../../../src-main/core/ledger/db/station-state.ts';
import { testDir } from '../../../../support/test-dir.ts';

const KEY = 'ab'.repeat(32);
const PROBE = join(import.meta.dirname, 'open-probe.ts');
const ROWS = 10_000;
/** At so many moments of the work, from a quarter of it on. */
const KILLS = 8;

const open = (path: string, more: Partial<Parameters<typeof openLedger>[0]> = {}) =>
  openLedger({ path, key: KEY, now: Date.now, ...more });

/** A connection that uses a cipher, whatever the database is encrypted with. */
function connect(path: string, cipher: 'aegis' | 'sqlcipher'): Database.Database {
  const db = new Database(path);
  db.pragma(`cipher = '${cipher}'`);
  db.pragma(`key = "x'${KEY}'"`);
  return db;
}

const canary = (db: Database.Database) =>
  db.prepare(`SELECT value FROM station_state WHERE key = 'canary'`).pluck().get();

/** A ledger as it was formerly encrypted, for which nobody chose a cipher, in a folder of its own. */
async function formerLedger({ rows = 0 } = {}) {
  const dir = testDir();
  const path = dir.at('ledger.db');
  const ledger = open(path);
  writeState(ledger, 'canary', 'kept');
  ledger.transaction(() => {
    const put = ledger.db.prepare('INSERT INTO station_state (key, value) VALUES (?, ?)');
    for (let n = 0; n < rows; n += 1) put.run(`row ${n}`, `"${'x'.repeat(900)}"`);
  });
  ledger.close();
  const db = connect(path, 'aegis');
  db.pragma(`cipher = 'sqlcipher'`);
  db.pragma(`rekey = "x'${KEY}'"`);
  db.close();
  return { dir, path };
}

/** Opens a ledger in another process; gives how that ended and how long it took. */
async function openElsewhere(path: string, { killAfterMs = Infinity, upToKiB = Infinity } = {}) {
  const begun = performance.now();
  const limit = Number.isFinite(upToKiB) ? `ulimit -f ${upToKiB};` : '';
  const child = spawn('bash', ['-c', `${limit} exec "$0" "$@"`, process.execPath, PROBE, path, KEY], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = Number.isFinite(killAfterMs) ? setTimeout(() => child.kill('SIGKILL'), killAfterMs) : null;
  await once(child, 'close');
  if (timer !== null) clearTimeout(timer);
  return { signal: child.signalCode, code: child.exitCode, ms: performance.now() - begun };
}

function expectWhole(path: string, rows: number): void {
  const ledger = open(path, { thorough: true });
  expect(readState(ledger, 'canary', z.string())).toBe('kept');
  expect(ledger.db.prepare(`SELECT count(*) FROM station_state WHERE key LIKE 'row %'`).pluck().get()).toBe(
    rows,
  );
  ledger.close();
}

test('is left as it is by what only reads, and while somebody else has it open', async () => {
  const { path } = await formerLedger();
  const before = readFileSync(path);
  const reader = open(path, { mode: 'reader' });
  expect(readState(reader, 'canary', z.string())).toBe('kept');
  reader.close();
  expect(readFileSync(path).equals(before)).toBe(true);
  const other = connect(path, 'sqlcipher');
  expect(canary(other)).toBe('"kept"');
  const beside = open(path, { mode: 'beside' });
  writeState(beside, 'canary', 'changed');
  beside.close();
  expect(canary(other)).toBe('"changed"');
  other.close();
  open(path).close();
  expect(canary(connect(path, 'aegis'))).toBe('"changed"');
});

test('killed at any moment while it is encrypted anew, it opens, and nothing is missing', async () => {
  const { dir, path } = await formerLedger({ rows: ROWS });
  const life = (name: string) => {
    cpSync(path, dir.at(name));
    return dir.at(name);
  };
  // How long it takes changes with what else the machine does: what ended before its kill says how long it takes now.
  let { ms } = await openElsewhere(life('whole'));
  let killed = 0;
  for (let attempt = 0; killed < KILLS; attempt += 1) {
    expect(attempt).toBeLessThan(KILLS * 5);
    const copy = life(`killed-${attempt}`);
    const part = (killed + 3) / (KILLS + 3);
    const { signal, ms: took } = await openElsewhere(copy, { killAfterMs: ms * part });
    if (signal === 'SIGKILL') killed += 1;
    else ms = took;
    expectWhole(copy, ROWS);
  }
  expect(readdirSync(dir.path).filter((name) => name.includes('unreadable'))).toEqual([]);
});

test('where there is no room to encrypt it anew it stays as it is, whole, and can be used', async () => {
  const { path } = await formerLedger({ rows: ROWS });
  const { code } = await openElsewhere(path, { upToKiB: Math.round(statSync(path).size / 2048) });
  expect(code).toBe(0);
  const db = connect(path, 'sqlcipher');
  expect(canary(db)).toBe('"kept"');
  db.close();
  expectWhole(path, ROWS);
  expect(canary(connect(path, 'aegis'))).toBe('"kept"');
});

test.each(['as it was formerly', 'as it is now'])(
  'takes up what a backup has that is encrypted %s',
  async (how) => {
    const { path } = await formerLedger();
    const backup = await formerLedger();
    if (how === 'as it is now') open(backup.path).close();
    const other = connect(path, 'sqlcipher');
    canary(other);
    const ledger = open(path, { mode: 'beside' });
    writeState(ledger, 'canary', 'from before');
    replaceContent(ledger, backup.path, KEY, { before: () => undefined, after: () => undefined });
    expect(readState(ledger, 'canary', z.string())).toBe('kept');
    ledger.close();
    other.close();
  },
);
