import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { copyInThread } from '../../../../../src-main/core/ledger/backup/copy-in-thread.ts';
import { IS_BACKUP } from '../../../../../src-main/core/ledger/backup/detect-restore.ts';
import { backUpLedger } from '../../../../../src-main/core/ledger/backup/hourly-backups.ts';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { readState, writeState } from '../../../../../src-main/core/ledger/db/station-state.ts';
import { MIGRATIONS } from '../../../../../src-main/core/ledger/schema/migrations.ts';
import { needing, needs } from '../../../../support/machine.ts';
import { TEST_KEY, testDir, testLedger } from '../../../../support/test-dir.ts';
import { WITH_ONE_MORE } from './one-more-migration.ts';

const KEY = 'ab'.repeat(32);
const COPY = 'before-version-99.db';
const NEWEST = MIGRATIONS.at(-1)?.version;
const PROBE = fileURLToPath(new URL('./migration-probe.ts', import.meta.url));

/** A ledger of the version before, of so many MiB at least. */
async function oldLedger(mib: number) {
  const dir = testDir();
  const path = dir.at('ledger.db');
  const backups = dir.at('backups');
  mkdirSync(backups);
  const open = (migrations = MIGRATIONS) => openLedger({ path, key: KEY, now: () => 0, migrations });
  const ledger = open();
  writeState(ledger, 'word', 'kept');
  for (let part = 0; part < mib; part += 1) writeState(ledger, `part ${part}`, 'x'.repeat(2 ** 20));
  ledger.close();
  return { path, backups, open, names: () => readdirSync(backups) };
}

/** What a copy holds, looked at as the version before would. */
function look(path: string) {
  const copy = openLedger({ path, key: KEY, now: () => 0, mode: 'reader' });
  try {
    return {
      version: copy.db.pragma('user_version', { simple: true }),
      word: readState(copy, 'word', z.string()),
      saysSo: readState(copy, IS_BACKUP, z.boolean()),
      check: copy.db.pragma('integrity_check', { simple: true }),
    };
  } finally {
    copy.close();
  }
}
const WHOLE = { version: NEWEST, word: 'kept', saysSo: true, check: 'ok' };

test('a ledger is copied whole before it is migrated, whatever an earlier attempt has left under that name', async () => {
  const { open, backups, names } = await oldLedger(1);
  writeFileSync(join(backups, COPY), Buffer.alloc(8192, 7));
  const ledger = open(WITH_ONE_MORE);
  expect(ledger.db.pragma('user_version', { simple: true })).toBe(99);
  // Of the ledger alone is it said that it is one that was not put back.
  expect(readState(ledger, IS_BACKUP, z.boolean())).toBeNull();
  ledger.close();
  expect(names()).toEqual([COPY]);
  expect(look(join(backups, COPY))).toEqual(WHOLE);
});

test('killed with kill -9 while it copies, it leaves nothing under that name, and the next start copies again', async () => {
  const { path, backups, open, names } = await oldLedger(48);
  const watcher = watch(backups);
  onTestFinished(() => watcher.close());
  const child = spawn(process.execPath, [PROBE, path, KEY], { stdio: 'inherit' });
  const [ended] = await Promise.all([
    once(child, 'exit'),
    once(watcher, 'change').then(() => child.kill('SIGKILL')),
  ]);
  expect(ended).toEqual([null, 'SIGKILL']);
  expect(names()).not.toContain(COPY);
  open().close();
  open(WITH_ONE_MORE).close();
  expect(look(join(backups, COPY))).toEqual(WHOLE);
});

test(
  'a disk without room for the copy leaves none, changes nothing, and is told in words',
  needing(needs.posix),
  async () => {
    const { path, open, names } = await oldLedger(4);
    // A limit on the file size stands in for the full disk.
    const limited = `trap '' XFSZ; ulimit -f 2048; exec "$0" "$@"`;
    const run = spawnSync('sh', ['-c', limited, process.execPath, PROBE, path, KEY], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual({
      code: 'ledger.not-copied',
      message: expect.stringContaining('Nothing was changed, and nothing is sent.'),
      next: expect.stringContaining('room for another copy'),
    });
    expect(names()).toEqual([]);
    const ledger = open();
    expect(readState(ledger, 'word', z.string())).toBe('kept');
    ledger.close();
  },
);

/** Cuts of the write-ahead log of a first start, from nothing to all of the log. */
const CUTS = 40;

test('a power cut in the first start leaves either no ledger or a whole ledger, and the next start works', () => {
  const dir = testDir();
  const path = dir.at('ledger.db');
  const open = (at: string) => openLedger({ path: at, key: KEY, now: () => 0 });
  const schemaOf = ({ db }: ReturnType<typeof open>) =>
    db.prepare('SELECT name, sql FROM sqlite_schema').all();
  const first = open(path);
  const [main, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
  const starts = new Set<number | null>();
  for (let cut = 0; cut <= CUTS; cut += 1) {
    const at = dir.at(`cut-${cut}.db`);
    writeFileSync(at, main);
    writeFileSync(`${at}-wal`, log.subarray(0, Math.floor((log.length * cut) / CUTS)));
    const ledger = open(at);
    expect(schemaOf(ledger)).toEqual(schemaOf(first));
    starts.add(readState(ledger, 'opened', z.int()));
    ledger.close();
  }
  first.close();
  // After some cuts no ledger was left, so the start was the first start. After other cuts the ledger was whole.
  expect(starts).toEqual(new Set([1, 2]));
});

test('a disk without room for all that a migration adds: nothing is changed, and it is told in words', async () => {
  const { open, backups } = await oldLedger(1);
  const begun = 'CREATE TABLE extra (id INTEGER) STRICT; PRAGMA max_page_count = 1;';
  const sql = `${begun} CREATE TABLE more (id INTEGER) STRICT`;
  expect(() => open([...MIGRATIONS, { version: 99, name: 'full', sql }])).toThrow(
    expect.objectContaining({ code: 'ledger.not-migrated' }),
  );
  const ledger = open();
  expect(ledger.db.pragma('user_version', { simple: true })).toBe(NEWEST);
  expect(ledger.db.prepare(`SELECT name FROM sqlite_schema WHERE name = 'extra'`).get()).toBeUndefined();
  ledger.close();
  expect(look(join(backups, COPY))).toEqual(WHOLE);
});

const NOW = 1_700_000_000_000;

test('a backup copied in a thread holds what was committed, while this one goes on', async () => {
  const dir = testDir();
  const ledger = testLedger(() => NOW);
  writeState(ledger, 'canary', 'Wilhelmina Testperson');
  const copying = backUpLedger(ledger, dir.at('backups'), TEST_KEY, NOW, null, copyInThread);
  // It has begun, and nothing keeps this thread from writing meanwhile.
  for (let count = 0; count < 20; count += 1) {
    writeState(ledger, 'count', count);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const target = await copying;
  ledger.close();
  expect(readFileSync(target).includes('Wilhelmina')).toBe(false);
  expect(
    readState(
      testLedger(() => NOW, target),
      'canary',
      z.string(),
    ),
  ).toBe('Wilhelmina Testperson');
});

test('what keeps the copy from being made is said, and nothing is left of it', async () => {
  const dir = testDir();
  const ledger = testLedger(() => NOW);
  const wrong = backUpLedger(ledger, dir.at('backups'), 'cd'.repeat(32), NOW, null, copyInThread);
  await expect(wrong).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
  expect(readdirSync(dir.at('backups'))).toEqual([]);
  await expect(copyInThread(ledger, dir.at('nowhere', 'copy.db'), TEST_KEY)).rejects.toThrow();
});
